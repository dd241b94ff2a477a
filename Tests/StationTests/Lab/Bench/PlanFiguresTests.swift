import LinuxBoard
import Testing

@testable import BoxRuntime
@testable import cribside_lab

/// Figures that are computed from the plans' times. The tests do not measure time.
@Suite struct PlanFiguresTests {
  @Test("The figures are those of the sorted times")
  func theFiguresAreThoseOfTheSortedTimes() {
    let times = PlanTimes(nanoseconds: (1...101).reversed().map { Double($0) * 1_000 })
    let figures = PlanFigures(times).all
    #expect(figures.map(\.value) == [101, 51, 91, 100, 101])
    #expect(figures.dropFirst().allSatisfy { $0.unit == "µs" && $0.isOfThisMachine })
  }

  @Test("The spread is drawn by powers of two")
  func theSpreadIsDrawnByPowersOfTwo() {
    let times = PlanTimes(nanoseconds: [400, 500, 900, 1_000, 1_500, 9_000])
    #expect(
      PlanFigures(times).text == """
        Plans by the time they take (a bar of 40 is all of them):
          from 1/4 µs  ######         1
          from 1/2 µs  #############  2
          from 1 µs    #############  2
          from 2 µs
          from 4 µs
          from 8 µs    ######         1

        """)
  }

  @Test("A small count has a bar too")
  func aSmallCountHasABarToo() {
    let values = [Double](repeating: 1, count: 1_000) + [2]
    #expect(
      LogHistogram(values, unit: "s").lines.last == "  from 2 s  #                                        1")
    #expect(LogHistogram([], unit: "s").lines.isEmpty)
  }

  @Test(
    "A bad file is refused with its line",
    arguments: [
      ("", "expected one request at least"), (#"{"request":{}}"# + "\n{", "v.jsonl:2: expected a request"),
      (#"{"request":{"wakeTime":"99:99"}}"#, "v.jsonl:1: wakeTime: expected a time of day"),
      (#"{"id":1}"#, "v.jsonl:1: request: expected a value"),
    ])
  func aBadFileIsRefusedWithItsLine(text: String, told: String) throws {
    let folder = try ScratchFolder()
    try PlainFile.write(Array(text.utf8), to: folder.path + "/v.jsonl")
    let fault = #expect(throws: RunFault.self) { try PlanTimes.requests(in: folder.path + "/v.jsonl") }
    #expect(fault?.exit == .data)
    #expect(fault?.message.contains(told) == true, "\(fault?.message ?? "")")
  }
}
