import Nursery

/// Random requests by seed: ordinary days, and every way in which a day can be odd.
struct PlanRequests {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// Makes the next request. Constraints are rare, because their searches cost most of the time.
  mutating func next(constraintsInHundred: Int = 1) -> ScheduleRequest {
    let wake = pick(0, 30) == 0 ? pick(0, 1439) : pick(300, 540)
    var request = ScheduleRequest(
      wakeTime: wake, bedTime: bedtime(wake), preferredNaps: pick(0, 3) == 0 ? pick(1, 5) : pick(2, 3),
      napLengths: lengths(), wakeWindows: limits(),
      powerSleep: PowerSleep(isEnabled: pick(0, 4) == 0, targetMinutes: pick(12, 60) * 5))
    if pick(0, 99) < constraintsInHundred { request.awake = window(wake) }
    if pick(0, 99) < constraintsInHundred { request.asleep = window(wake) }
    if pick(0, 3) == 0 { request.actualNaps = recorded(wake) }
    return request
  }

  private mutating func bedtime(_ wake: Int) -> Int {
    switch pick(0, 40) {
    case 0: wake
    case 1: pick(0, 1439)
    default: (wake + pick(600, 960)) % 1440
    }
  }

  private mutating func lengths() -> NapLengths {
    NapLengths(
      one: pick(0, 3) == 0 ? nil : row(1), two: pick(0, 3) == 0 ? nil : row(3),
      three: pick(0, 3) == 0 ? nil : row(3), four: pick(0, 3) == 0 ? nil : row(4),
      five: pick(0, 3) == 0 ? nil : row(5))
  }

  private mutating func row(_ count: Int) -> [Int] {
    let isOnGrid = pick(0, 3) > 0
    return (0..<count).map { _ in
      switch pick(0, 60) {
      case 0: pick(-5, 29)
      case 1: pick(0, 10_000)
      default: isOnGrid ? pick(4, 26) * 5 : pick(20, 130)
      }
    }
  }

  private mutating func limits() -> WakeWindowLimits {
    let minimum = pick(0, 20) == 0 ? pick(1, 300) : pick(60, 180)
    let maximum = minimum + (pick(0, 20) == 0 ? 0 : pick(0, 120))
    return WakeWindowLimits(
      minimum: minimum, maximum: maximum, last: pick(minimum, maximum),
      maximumFirst: minimum + (pick(0, 5) == 0 ? 0 : pick(0, 130)))
  }

  private mutating func window(_ wake: Int) -> ClockWindow {
    let start = (wake + pick(-30, 960) + 1440) % 1440
    return ClockWindow(start: start, end: (start + pick(0, 120)) % 1440)
  }

  /// Makes naps in order. Sometimes one is missing, or running.
  private mutating func recorded(_ wake: Int) -> [ActualNap] {
    var naps: [ActualNap] = []
    var cursor = wake
    for number in 1...pick(1, pick(0, 3) == 0 ? 5 : 3) {
      if pick(0, 7) == 0 { continue }
      let start = cursor + pick(pick(0, 9) == 0 ? 0 : 60, 230)
      let end = start + pick(0, 130)
      if end > wake + 1200 { break }
      naps.append(ActualNap(nap: number, start: start % 1440, end: pick(0, 12) == 0 ? nil : end % 1440))
      cursor = end
    }
    return naps
  }

  private mutating func pick(_ low: Int, _ high: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return low + Int((mixed >> 33) % UInt64(max(1, high - low + 1)))
  }
}
