import Peripherals
import SimulatedBoard
import Testing

/// The bytes on the wires, and their number.
struct PanelWireTests {
  @Test("The first picture is sent as registers while dark, then the frame, then the light")
  func firstPicture() throws {
    let bench = PanelBench(.ssd1306)
    var driver = bench.driver()
    try driver.show(Frames.lit, at: .on)
    let sent = bench.written()
    try #require(sent.count == 11)
    #expect(
      sent[0] == [
        0x00, 0xA4, 0xA6, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xDA,
        0x12, 0x81, 0x00, 0xD9, 0x11, 0xDB, 0x00, 0xAE,
      ])
    #expect(sent[1] == [0x00, 0x21, 0, 127, 0x22, 0, 7])
    #expect(sent[2...9].allSatisfy { $0 == [0x40] + [UInt8](repeating: 0xFF, count: 128) })
    #expect(sent[10...] == [[0x00, 0x81, 0xCF, 0xD9, 0xF1, 0xDB, 0x40, 0xAF]])
  }

  struct Registers: Sendable, CustomTestStringConvertible {
    var kind: PanelKind
    var expected: [UInt8]
    var testDescription: String { "\(kind)" }
  }

  @Test(
    "The other controllers get their registers",
    arguments: [
      Registers(
        kind: .sh1106,
        expected: [
          0x00, 0xA4, 0xA6, 0xD5, 0x50, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xAD, 0x8B, 0x32, 0xA1, 0xC8, 0xDA,
          0x12,
          0x81, 0x00, 0xD9, 0x11, 0xDB, 0x20, 0xAE,
        ]),
      Registers(
        kind: .ssd1309,
        expected: [
          0x00, 0xA4, 0xA6, 0xFD, 0x12, 0xD5, 0xA0, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x20, 0x00, 0xA1, 0xC8,
          0xDA,
          0x12, 0x81, 0x00, 0xD9, 0x11, 0xDB, 0x00, 0xAE,
        ]),
    ])
  func registers(of registers: Registers) throws {
    let bench = PanelBench(registers.kind)
    var driver = bench.driver()
    try driver.show(Frames.lit, at: .on)
    #expect(bench.written().first == registers.expected)
  }

  @Test(
    "A whole frame keeps to its budget",
    arguments: [(PanelKind.ssd1306, 1048), (.sh1106, 1080), (.ssd1309, 1048)])
  func wholeFrame(kind: PanelKind, budget: Int) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.dark, at: .on)
    let before = driver.traffic.wireBytes
    try driver.show(Frames.lit, at: .on)
    #expect(driver.traffic.wireBytes - before == budget)
  }

  @Test("Starting costs at most 27 bytes and one transfer", arguments: PanelKind.allCases)
  func start(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.lit, at: .on)
    let start = try #require(bench.written().first)
    #expect(start.count + 1 <= 27)
  }

  /// A change within a rectangle, and its cost in transfers and bytes, including addresses.
  struct Change: Sendable {
    var columns: ClosedRange<Int>
    var pages: ClosedRange<Int>
    var transactions: Int
    var wireBytes: Int
  }

  @Test(
    "A change is sent as its bounding window",
    arguments: [
      Change(columns: 5...5, pages: 3...3, transactions: 2, wireBytes: 11),
      Change(columns: 60...91, pages: 2...5, transactions: 2, wireBytes: 138),
      Change(columns: 0...127, pages: 7...7, transactions: 2, wireBytes: 138),
      Change(columns: 60...103, pages: 2...5, transactions: 3, wireBytes: 188),
      Change(columns: 0...127, pages: 0...7, transactions: 9, wireBytes: 1048),
    ])
  func boundingWindow(change: Change) throws {
    let bench = PanelBench(.ssd1306)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    let before = driver.traffic
    let next = Frames.changed(Frames.slanted, columns: change.columns, pages: change.pages)
    #expect(try driver.show(next, at: .on) == .partial)
    #expect(driver.traffic.transactions - before.transactions == change.transactions)
    #expect(driver.traffic.wireBytes - before.wireBytes == change.wireBytes)
    #expect(bench.panel.pixels == next)
  }

  @Test("Two digits of a clock, 24 rows high and not on a page's border, keep to 186 bytes in two transfers")
  func clockChange() throws {
    let bench = PanelBench(.ssd1306)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    let before = driver.traffic
    try driver.show(Frames.changed(Frames.slanted, columns: 70...101, pages: 2...5), at: .on)
    #expect(driver.traffic.wireBytes - before.wireBytes <= 186)
    #expect(driver.traffic.transactions - before.transactions == 2)
  }

  @Test(
    "A picture that moves up or down by a line costs a register, and the next change its own bytes",
    arguments: PanelKind.allCases)
  func moves(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    var frame = Frames.slanted
    for (move, line) in [(1, 63), (1, 62), (-1, 63), (-1, 0), (-1, 1)] {
      frame = Self.moved(frame, by: move)
      _ = bench.written()
      try driver.show(frame, at: .on)
      #expect(bench.written() == [[0x00, 0x40 | UInt8(line)]])
      #expect(bench.panel.pixels == frame)
    }
    let next = Frames.changed(frame, columns: 5...5, pages: 3...3)
    try driver.show(next, at: .on)
    try driver.refresh()
    #expect(bench.panel.pixels == next && bench.panel.violations == [])
  }

  /// A frame moved by lines down or up; lines that leave it come back on the other side.
  private static func moved(_ frame: [UInt8], by lines: Int) -> [UInt8] {
    var moved = [UInt8](repeating: 0, count: frame.count)
    for y in 0..<64 {
      for x in 0..<128 where frame[y / 8 * 128 + x] >> UInt8(y % 8) & 1 == 1 {
        let to = (y + lines + 64) % 64
        moved[to / 8 * 128 + x] |= 1 << UInt8(to % 8)
      }
    }
    return moved
  }

  @Test("Digits that are far apart in the same lines are sent in separate windows")
  func digits() throws {
    let bench = PanelBench(.ssd1306)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    let before = driver.traffic
    let next = Frames.changed(
      Frames.changed(Frames.slanted, columns: 40...46, pages: 0...1), columns: 118...124, pages: 0...1)
    try driver.show(next, at: .on)
    #expect(driver.traffic.wireBytes - before.wireBytes == 2 * (10 + 14))
    #expect(bench.panel.pixels == next)
  }

  @Test("Bands that are far apart are sent in separate windows, and near ones in one")
  func bands() throws {
    let bench = PanelBench(.ssd1309)
    var driver = bench.driver()
    try driver.show(Frames.dark, at: .on)
    _ = bench.written()
    let corners = Frames.changed(
      Frames.changed(Frames.dark, columns: 0...9, pages: 0...1), columns: 100...109, pages: 6...6)
    try driver.show(corners, at: .on)
    let sent = bench.written()
    try #require(sent.count == 4)
    #expect(sent[0] == [0x00, 0x21, 0, 9, 0x22, 0, 1])
    #expect(sent[2] == [0x00, 0x21, 100, 109, 0x22, 6, 6])

    let near = Frames.changed(
      Frames.changed(corners, columns: 20...24, pages: 2...2), columns: 20...24, pages: 4...4)
    try driver.show(near, at: .on)
    #expect(bench.written().first == [0x00, 0x21, 20, 24, 0x22, 2, 4])
    #expect(bench.panel.pixels == near)
  }

  @Test("An SH1106 gets each page by its own address, two columns further on")
  func pageMode() throws {
    let bench = PanelBench(.sh1106)
    var driver = bench.driver()
    try driver.show(Frames.dark, at: .on)
    _ = bench.written()
    let next = Frames.changed(
      Frames.changed(Frames.dark, columns: 20...21, pages: 5...5), columns: 126...126, pages: 6...6)
    try driver.show(next, at: .on)
    #expect(
      bench.written() == [
        [0x00, 0xB5, 0x06, 0x11], [0x40, 0x5A, 0x5A], [0x00, 0xB6, 0x00, 0x18], [0x40, 0x5A],
      ])
  }

  @Test(
    "A picture that is already shown is not sent", arguments: PanelKind.allCases, PanelBrightness.allCases)
  func unchanged(kind: PanelKind, brightness: PanelBrightness) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: brightness)
    let before = driver.traffic
    #expect(try driver.show(Frames.slanted, at: brightness) == .none)
    #expect(driver.traffic == before)
  }

  @Test(
    "Sending the registers again takes one transfer of at most 40 bytes, without a redraw or switching off")
  func refresh() throws {
    for kind in PanelKind.allCases {
      for brightness in [PanelBrightness.dim, .on] {
        let bench = PanelBench(kind)
        var driver = bench.driver()
        try driver.show(Frames.slanted, at: brightness)
        _ = bench.written()
        let contrast = bench.panel.contrast
        let before = driver.traffic
        try driver.refresh()
        let sent = bench.written()
        try #require(sent.count == 1)
        #expect(driver.traffic.wireBytes - before.wireBytes <= 40)
        #expect(sent[0].last == 0xAF && !sent[0].contains(0xAE))
        #expect(bench.panel.contrast == contrast && bench.panel.pixels == Frames.slanted)
        #expect(bench.panel.violations == [])
      }
    }
  }

  @Test("The reported traffic is that on the bus", arguments: PanelKind.allCases)
  func traffic(kind: PanelKind) {
    let bench = PanelBench(kind)
    var session = bench.session()
    var random = SimulatedRandom(seed: 7)
    var frame = Frames.dark
    for step in 0..<60 {
      if step % 9 == 0 { bench.bus.failTransfer(at: random.number(in: 1...4), with: .noAcknowledge) }
      frame = Frames.shaken(frame, by: &random)
      _ = session.service(frame, at: step % 5 == 0 ? .dim : .on, nowMilliseconds: step * 7_000)
    }
    #expect(session.traffic.transactions == bench.bus.transactions)
    let sent = bench.bus.record.reduce(0) { sum, transfer in
      let reading = transfer.readCount > 0 ? transfer.readCount + 1 : 0
      return sum + 1 + transfer.written.count + reading
    }
    #expect(session.traffic.wireBytes == sent)
    #expect(bench.bus.record.allSatisfy { $0.written.count <= 129 })
  }
}
