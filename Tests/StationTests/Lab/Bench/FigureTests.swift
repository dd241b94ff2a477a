import CareJournal
import SimulatedBoard
import Testing

@testable import BoxRuntime
@testable import cribside_lab

@Suite struct FigureTests {
  @Test(
    "A goal is reached by equal values", arguments: [(186.0, 186.0, true), (186.5, 186, false), (0, 0, true)])
  func aGoalIsReachedByEqualValues(value: Double, goal: Double, isReached: Bool) {
    #expect(Figure.exact("bytes", value, "bytes", goal: goal).isReached == isReached)
  }

  @Test("Without a goal nothing is reached")
  func withoutAGoalNothingIsReached() {
    #expect(Figure.exact("bytes", 1, "bytes").isReached == nil)
  }

  @Test("The table tells this machine's figures apart")
  func theTableTellsThisMachinesFiguresApart() {
    let table = FigureTable([
      .measured("start", 44.056, "ms", goal: 50), .exact("frame", 1_048, "bytes", goal: 1_000),
    ])
    #expect(
      table.text == """
                 measured    goal          reached
        The same on every machine:
          frame  1048 bytes  ≤ 1000 bytes  NO
        On this machine:
          start  44.06 ms    ≤ 50 ms       yes

        """)
  }

  @Test("One document has every field")
  func oneDocumentHasEveryField() {
    #expect(
      JSONWriter.text(Figure.measured("start", 44.5, "ms").document)
        == #"{"figure":"start","value":44.5,"unit":"ms","goal":null,"reached":null,"thisMachine":true}"#)
  }

  /// These are counts, so they are the same on every machine.
  @Test("Pictures cost their bytes on the wire")
  func picturesCostTheirBytesOnTheWire() throws {
    let figures = try WireFigures.all()
    // Digits that are far apart are sent in separate windows: fewer bytes, in more transfers.
    let (minutes, others) = (
      figures.filter { $0.name.contains("a minute") }, figures.filter { !$0.name.contains("a minute") }
    )
    #expect(others.allSatisfy { $0.isReached != false })
    #expect(
      minutes.allSatisfy { (1...($0.unit == "bytes" ? 110 : 16)).contains($0.value) },
      "\(minutes.map { "\($0.name) \($0.value)" })")
    #expect(figures.first { $0.name == "SH1106 full frame" }?.value == 1_080)
    #expect(figures.first { $0.name == "SSD1309 full frame" }?.value == 1_048)
  }

  @Test("A year's log reads back whole")
  func aYearsLogReadsBackWhole() throws {
    let disk = SimulatedDisk()
    let log = try BenchLog(in: disk, events: BenchLog.eventsOfAYear, isTended: false)
    let fold = try LogFold(of: disk)
    #expect(log.events >= BenchLog.eventsOfAYear)
    #expect(log.lines > 2 * BenchLog.eventsOfAYear)
    // The few other lines are boot lines.
    #expect((1...20).contains(log.lines - fold.careLines))
  }
}
