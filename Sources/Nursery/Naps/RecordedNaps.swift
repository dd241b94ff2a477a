/// The naps that happened, by their places from 0, in minutes since the wake day's midnight.
struct RecordedNaps: Hashable, Sendable {
  private(set) var places = NapSet()
  /// Naps that happened beyond the places of the plan.
  private(set) var beyond = NapSet()
  private var starts = MinuteRow()
  private var ends = MinuteRow()

  /// No nap happened yet.
  init() {}

  /// The complete naps of a request whose places are below `count`.
  init(_ request: ScheduleRequest, count: Int, wake: Int) {
    for nap in request.actualNaps {
      guard let times = nap.unrolled(wake: wake) else { continue }
      let place = nap.nap - 1
      if place >= count {
        beyond.insert(place)
      } else {
        places.insert(place)
        starts[place] = times.start
        ends[place] = times.end
      }
    }
  }

  /// Whether none of the plan's naps happened.
  var isEmpty: Bool { places.isEmpty }

  /// Whether the nap at a place happened.
  func contains(_ place: Int) -> Bool { places.contains(place) }

  /// When the nap at a place began.
  func start(_ place: Int) -> Int { starts[place] }

  /// When the nap at a place ended.
  func end(_ place: Int) -> Int { ends[place] }

  /// How long the nap at a place was.
  func length(_ place: Int) -> Int { ends[place] - starts[place] }

  /// The last place of a nap that happened; nil without one.
  var last: Int? { (0..<5).last { places.contains($0) } }

  /// The first place after `place` of a nap that happened.
  func next(after place: Int) -> Int? { (place..<5).first { $0 > place && places.contains($0) } }
}
