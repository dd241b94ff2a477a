import Nursery
import Testing

/// What comes next by the day's plan: one next nap, one wake by, one bedtime. The baby of `DayScene` takes three naps
/// between 07:00 and 19:00, and its naps should end by 16:00.
@Suite struct OutlookTests {
  private func naps(_ outlook: Outlook, _ day: DayScene) -> [String] {
    (outlook.plan?.napsAhead ?? []).compactMap { nap in
      outlook.plan.map { day.text($0.line.instant(of: nap.start)) }
    }
  }

  // MARK: The next nap

  @Test("The plan's nap is the next one, within its window, and nothing is overdue before it")
  func theNextNap() throws {
    let day = DayScene(woke: "06:00", sleeps: ["07:30..09:01"])
    let nap = try #require(try day.outlook("09:30").nextNap)
    #expect(nap.basis == .plan && day.text(nap.start) == "11:46")
    #expect(day.text(nap.window) == "11:01-11:46")
    #expect(try day.outlook("11:46").isBeyondWindow(at: day.time("11:46")) == false)
    #expect(try day.outlook("11:47").isBeyondWindow(at: day.time("11:47")))
  }

  @Test("A nap that is planned after the window is not overdue before it")
  func beyondTheWindow() throws {
    // The age's wake window of two and a half hours ends at 11:20.
    let day = DayScene(woke: "07:30", sleeps: ["08:30..08:50"])
    let nap = try #require(try day.outlook("09:00").nextNap)
    #expect(nap.basis == .plan && day.text(nap.start) == "11:50")
    #expect(try day.outlook("11:50").isBeyondWindow(at: day.time("11:50")) == false)
    #expect(try day.outlook("11:51").isBeyondWindow(at: day.time("11:51")))
  }

  @Test("Without a feasible plan the outlook gives the wake window, and says so")
  func theWindow() throws {
    var day = DayScene(woke: "07:00")
    func lengths(_ naps: Int) -> [Int] { [Int](repeating: 240, count: naps) }
    day.settings.napLengths = NapLengths(
      one: lengths(1), two: lengths(2), three: lengths(3), four: lengths(4), five: lengths(5))
    let nap = try #require(try day.outlook("08:00").nextNap)
    #expect(nap.basis == .window && nap.start == nap.window.earliest && nap.end == nil)
  }

  @Test("A plan with two naps fewer than were set says how many it has")
  func anotherNumber() throws {
    var day = DayScene(woke: "07:00")
    day.settings.naps = 5
    #expect(try day.outlook("07:30").napChange == .oneFewer)
    day.woke = "08:00"
    #expect(try day.outlook("08:30").napChange == .other(3))
    let text = DayReason.napChange(.other(3), wanted: 5).text(in: .utc)
    #expect(text == "With 5 naps no plan keeps every limit: the plan has 3 naps.")
  }

  @Test("From the cutoff on the plan has no nap, and at most a short one is offered")
  func closed() throws {
    let day = DayScene(woke: "07:00", sleeps: ["09:00..09:30"])
    #expect(try day.outlook("15:59").nextNap != nil)
    let closed = try day.outlook("16:00")
    #expect(closed.nextNap?.isShort == true && naps(closed, day).isEmpty)
    #expect(try day.outlook("17:00").nextNap == nil)
  }

  // MARK: The number of naps

  @Test(
    "Two short early naps get one nap more, so that every limit is kept",
    arguments: [["08:30..09:00", "10:30..11:00"], ["08:00..08:30", "09:45..10:15"]])
  func oneMore(sleeps: [String]) throws {
    let day = DayScene(woke: "07:00", sleeps: sleeps)
    let outlook = try day.outlook("11:10")
    #expect(outlook.napChange == .oneMore)
    #expect(outlook.plan?.scenario?.isClean == true)
    #expect(naps(outlook, day).count == 2)
  }

  @Test("Two long naps leave no room for the third")
  func oneFewer() throws {
    let day = DayScene(woke: "07:00", sleeps: ["10:00..12:00", "14:45..15:55"])
    let outlook = try day.outlook("15:56")
    #expect(outlook.napChange == .oneFewer && outlook.nextNap == nil)
    #expect(outlook.earlierBedtime != nil || outlook.bedtime == day.time("19:00"))
  }

  @Test("After five naps a further one is planned while bedtime is out of reach")
  func sixthNap() throws {
    var day = DayScene(ageDays: 10, bedtime: "20:00", woke: "06:50")
    day.sleeps = ["07:40..08:30", "09:30..10:20", "11:20..12:20", "13:20..14:00", "14:50..15:30"]
    let nap = try #require(try day.outlook("15:35").nextNap)
    #expect(nap.basis == .plan && nap.start >= day.time("16:15") && nap.start <= day.time("16:30"))
    #expect(try day.outlook("19:01").nextNap == nil)
  }

  @Test("Three short naps in the morning leave room for two more")
  func twoMore() throws {
    let day = DayScene(woke: "06:30", sleeps: ["07:30..08:00", "09:10..09:40", "11:00..11:30"])
    let outlook = try day.outlook("11:40")
    #expect(outlook.napChange == .other(5) && naps(outlook, day).count == 2)
  }

  @Test("The one nap of a day may last until the cutoff, however long an evening was planned")
  func oneNap() throws {
    var day = DayScene(ageDays: 400, bedtime: "18:40", woke: "06:44", sleeps: ["12:14.."])
    day.settings.naps = 1
    let wakeBy = try #require(try day.outlook("12:15").wakeBy)
    #expect(wakeBy.latest == day.time("14:10") && wakeBy.bound == .cutoff)
  }

  // MARK: Wake by

  static let wakeBys: [(woke: String, sleeps: [String], wakeBy: String)] = [
    // Two naps of 50 minutes with the shortest windows before them, and three hours before bed.
    ("06:40", ["08:52.."], "10:50 nap 3"),
    ("07:00", ["08:52.."], "11:10 nap 3"),
    ("07:00", ["09:00..09:40", "12:10.."], "13:35 nap 3"),
    // The last nap ends at the cutoff, even after a long first one.
    ("07:00", ["09:00..09:40", "12:10..12:50", "15:20.."], "16:00 cutoff"),
    ("07:00", ["09:00..11:40", "14:00.."], "16:00 cutoff"),
    // A few minutes more or less do not cut the nap to half an hour: the day has one nap more or one fewer.
    ("06:50", ["08:15..08:35", "10:40.."], "11:35 nap 4"),
    ("06:50", ["08:15..08:35", "10:50.."], "11:45 nap 4"),
    ("06:50", ["08:15..08:35", "11:05.."], "13:30 nap 3"),
    ("06:40", ["08:30..09:20", "10:50..11:30", "11:40.."], "13:40 nap 4"),
    // A nap that begins before its time needs no other nap once the baby sleeps a little longer.
    ("07:05", ["08:40..10:05", "11:22.."], "13:35 nap 3"),
    ("07:05", ["08:40..10:05", "11:30.."], "13:45 nap 3"),
    // No nap is planned for longer than three hours.
    ("06:20", ["07:30.."], "10:30 length"),
    // A nap that begins too late to last its shortest length before the cutoff is marked as short.
    ("07:00", ["09:00..09:40", "12:10..12:50", "15:30.."], "16:00 cutoff"),
    ("07:00", ["09:00..09:40", "12:10..12:50", "15:31.."], "16:01 cutoff, short"),
    ("07:00", ["09:00..09:40", "12:10..12:50", "15:59.."], "16:29 cutoff, short"),
    ("07:00", ["09:00..09:40", "12:10..12:50", "16:00.."], "16:30 cutoff, short"),
    ("07:00", ["09:00..09:40", "12:10..12:50", "16:35.."], "17:05 cutoff, short"),
  ]

  @Test(
    "A nap ends while the rest of the plan still fits, and at the cutoff at the latest",
    arguments: wakeBys.map { Row(($0.woke, $0.sleeps), $0.wakeBy, "\($0.woke) \($0.sleeps)") })
  func wakeBy(row: Row<(String, [String]), String>) throws {
    let day = DayScene(woke: row.input.0, sleeps: row.input.1)
    let start = try #require(row.input.1.last.map(day.span)).start
    var seen: Set<Outlook.WakeBy> = []
    for minutes in [0, 1, 20, 60, 110] {
      let now = day.text(start.adding(minutes: minutes))
      guard let wakeBy = try day.outlook(now).wakeBy else { continue }
      seen.insert(wakeBy)
      #expect(wakeBy.start == start && wakeBy.latest > start)
      #expect(wakeBy.plannedEnd.map { $0 <= wakeBy.latest } == true)
    }
    // The answer does not change during the nap.
    #expect(seen.count == 1)
    let wakeBy = try #require(seen.first)
    #expect(text(wakeBy, day) == row.expected)
  }

  private func text(_ wakeBy: Outlook.WakeBy, _ day: DayScene) -> String {
    let bound =
      switch wakeBy.bound {
      case .nap(let number): "nap \(number)"
      case .bedtime: "bedtime"
      case .cutoff: "cutoff"
      case .length: "length"
      }
    return "\(day.text(wakeBy.latest)) \(bound)\(wakeBy.isShort ? ", short" : "")"
  }

  @Test("The household's time to be awake ends a nap")
  func mustBeAwake() throws {
    var day = DayScene(woke: "07:00", sleeps: ["09:00..09:40", "12:10.."])
    day.settings.awake = ClockWindow(start: 13 * 60, end: 14 * 60)
    let wakeBy = try #require(try day.outlook("12:15").wakeBy)
    #expect(text(wakeBy, day) == "13:00 bedtime")
  }

  // MARK: Limits

  @Test("The household's windows apply to the state, the cutoff and the plan")
  func householdLimits() throws {
    var day = DayScene(woke: "07:00", sleeps: ["09:00..09:40"])
    day.settings.wakeWindows = WakeWindowLimits(minimum: 100, maximum: 130, last: 120, maximumFirst: nil)
    #expect(try day.state("11:45") == "awakeApproaching 125 of 100-130")
    #expect(try day.state("11:51") == "awakeBeyond 131 of 100-130")
    let snapshot = try day.snapshot("11:45")
    #expect(snapshot.napCutoff == day.time("17:00") && snapshot.windowSource == .household)
    let limits = try #require(try day.outlook("11:45").plan?.request.wakeWindows)
    #expect(limits == WakeWindowLimits(minimum: 100, maximum: 130, last: 120, maximumFirst: 130))
    let first = try DayScene(woke: "07:00", settings: day.settings).snapshot("09:00")
    #expect(first.window == MinuteRange(100, 130))
  }

  @Test("A longest window above the age's applies too, and the first window keeps its own limit")
  func longerLimits() throws {
    var day = DayScene(woke: "07:00", sleeps: ["09:00..09:40"])
    day.settings.wakeWindows.maximum = 240
    #expect(try day.state("13:00") == "awakeApproaching 200 of 120-240")
    #expect(
      try DayScene(woke: "07:00", settings: day.settings).state("09:31") == "awakeBeyond 151 of 105-150")
    #expect(try day.snapshot("13:00").napCutoff == day.time("16:00"))
  }

  @Test("Given windows replace those of the table")
  func givenWindows() throws {
    let windows = [MinuteRange(60, 70), MinuteRange(80, 90), MinuteRange(200, 210)]
    let day = DayScene(woke: "07:00", sleeps: ["09:00..09:40"], windows: windows)
    #expect(try day.state("11:05") == "awakeApproaching 85 of 80-90")
    #expect(try day.snapshot("11:05").napCutoff == day.time("15:30"))
    #expect(try DayScene(woke: "07:00", windows: windows).state("08:20") == "awakeBeyond 80 of 60-70")
  }

  // MARK: The night

  @Test("A waking at night is no bedtime: of the day only the usual wake-up is shown")
  func waking() throws {
    let day = DayScene(woke: "07:00", sleeps: ["09:00..09:40", "19:00..+1 03:11"])
    let outlook = try day.outlook("+1 03:12", usualWakeUp: "06:30")
    #expect(outlook.night?.isAwake == true && outlook.night?.awakeSince == day.time("+1 03:11"))
    #expect(outlook.night?.since == day.time("19:00") && outlook.night?.sleeps.count == 1)
    #expect(outlook.nextNap == nil && outlook.wakeBy == nil && outlook.earlierBedtime == nil)
    #expect(outlook.usualWakeUp == day.time("+1 06:30"))
    #expect(try day.outlook("+1 03:12").usualWakeUp == day.time("+1 07:00"))
    let asleep = DayScene(woke: "07:00", sleeps: ["19:00.."])
    #expect(try asleep.outlook("23:00", usualWakeUp: "06:30").usualWakeUp == day.time("+1 06:30"))
    #expect(try asleep.outlook("23:00").night?.isAwake == false)
    #expect(try DayScene(woke: "07:00").outlook("12:00").night == nil)
    #expect(try DayScene(woke: "07:00").outlook("12:00", usualWakeUp: "06:30").usualWakeUp == nil)
  }

  @Test("A log that begins at midnight has half a night: the morning is not expected at noon")
  func morningOfAShortLog() throws {
    let day = DayScene(sleeps: ["+1 00:01.."])
    #expect(try day.outlook("+1 00:02").usualWakeUp == day.time("+1 07:00"))
  }

  @Test("A usual wake-up that has passed is not shown")
  func passedWakeUp() throws {
    let day = DayScene(woke: "07:00", sleeps: ["09:00..09:40", "19:00.."])
    #expect(try day.outlook("+1 06:29", usualWakeUp: "06:30").usualWakeUp == day.time("+1 06:30"))
    #expect(try day.outlook("+1 06:30", usualWakeUp: "06:30").usualWakeUp == nil)
    #expect(try day.outlook("+1 07:00").usualWakeUp == nil)
    #expect(try day.outlook("+1 07:00").night != nil)
  }
}
