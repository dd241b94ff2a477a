import FoundationEssentials
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// The wires of the board profiles, and everything that is made from them.
///
/// `CRIBSIDE_RECORD=1 swift test --filter WiringPictureTests` draws the committed picture again.
@Suite struct WiringPictureTests {
  static let names = ["pi-zero-2w", "pi-3", "pi-4", "pi-5"]
  static let board: String = {
    let parts = #filePath.split(separator: "/").dropLast(5)
    return "/" + parts.joined(separator: "/") + "/Board"
  }()

  @Test("No pin holds two wires", arguments: names)
  func noPinHoldsTwoWires(name: String) throws {
    let wires = try BoardProfile.named(name).header
    #expect(Set(wires.map(\.pin)).count == wires.count)
    #expect(Set(wires).count == Wire.Part.allCases.map(\.terminals.count).reduce(0, +))
  }

  @Test("Every wire is on a pin that carries what it needs", arguments: names)
  func everyWireIsOnAPinThatCarriesWhatItNeeds(name: String) throws {
    let profile = try BoardProfile.named(name)
    for wire in profile.header {
      let function = PiHeader.function(ofPin: wire.pin)
      switch wire.terminal {
      case .power: #expect(function == .power3V3)
      case .ground: #expect(function == .ground)
      case .data: #expect(function == .line(2))
      case .clock: #expect(function == .line(3))
      case .line, .interrupt:

        #expect(function == Self.offset(of: wire.part, in: profile.lines).map(PiHeader.Function.line))
      }
    }
  }

  /// One picture and one table are for all boards only while they are wired alike.
  @Test("Every board is wired alike", arguments: names)
  func everyBoardIsWiredAlike(name: String) throws {
    let profile = try BoardProfile.named(name)
    let first = try BoardProfile.named("pi-zero-2w")
    #expect(BoardProfile.name(forModel: profile.title + " Rev 1.0") == name)
    #expect(profile.lines == first.lines)
    #expect(profile.header == first.header)
    #expect(profile.i2cBus == 1)
  }

  @Test("The committed picture is that of the profiles")
  func theCommittedPictureIsThatOfTheProfiles() throws {
    let path = Self.board + "/wiring.svg"
    let title = "Wiring: any Raspberry Pi with the 40-pin header"
    let svg = try WiringPicture(title: title, wires: BoardProfile.named("pi-zero-2w").header).svg
    if ProcessInfo.processInfo.environment["CRIBSIDE_RECORD"] == "1" {
      try Data(svg.utf8).write(to: URL(filePath: path))
    }
    #expect(try Self.text(path) == svg, "draw it again with CRIBSIDE_RECORD=1")
  }

  @Test("The documented table has the wires of the profiles only")
  func theDocumentedTableHasTheWiresOfTheProfilesOnly() throws {
    let list = WiringList(try BoardProfile.named("pi-zero-2w").header)
    let document = try Self.text(Self.board + "/README.md")
    let rows = list.rows.map { "| \($0.pin) | \($0.carries) | \($0.goesTo) |" }
    let section = document.split(separator: "\n").drop { $0 != "## Wires" }.dropFirst().prefix {
      !$0.hasPrefix("## ")
    }
    #expect(
      section.filter { $0.hasPrefix("| ") }.map(String.init) == ["| header pin | carries | wire to |"] + rows)
    #expect(document.contains(list.count), "the count is: \(list.count)")
  }

  @Test("The list has every pin and the count")
  func theListHasEveryPinAndTheCount() throws {
    let lines = WiringList(try BoardProfile.named("pi-4").header).text.split(separator: "\n")
    #expect(lines.count == 1 + 19 + 1)
    #expect(lines.contains("11  GPIO 17       NAP"))
    #expect(lines.contains(" 9  ground        NAP GND"))
    #expect(
      lines.last
        == "10 wires for the panel and the three buttons; options: EXTRA 2, piezo 2, LED 2, accelerometer 3."
    )
  }

  @Test("The picture has a wire from every pin of the list")
  func thePictureHasAWireFromEveryPinOfTheList() throws {
    let wires = try BoardProfile.named("pi-zero-2w").header
    let svg = try WiringPicture(title: "", wires: wires).svg
    for wire in wires {
      let end = WiringPicture.Layout.end(ofPin: wire.pin)
      #expect(svg.contains("\(end.x),\(end.y)"), "pin \(wire.pin)")
    }
  }

  @Test("A wire on the other side of the header is refused")
  func aWireOnTheOtherSideOfTheHeaderIsRefused() {
    let wire = Wire(part: .nap, terminal: .line, pin: 12)
    #expect(throws: WiringPicture.WrongSide(part: .nap, terminal: .line, pin: 12)) {
      try WiringPicture(title: "", wires: [wire])
    }
  }

  @Test("The header has every line once and eight grounds")
  func theHeaderHasEveryLineOnceAndEightGrounds() {
    let lines = PiHeader.functions.compactMap { function -> Int? in
      switch function {
      case .line(let offset), .identification(let offset): offset
      default: nil
      }
    }
    #expect(lines.sorted() == Array(0...27))
    #expect(PiHeader.functions.filter { $0 == .ground }.count == 8)
    #expect(PiHeader.functions.count == 40)
  }

  private static func offset(of part: Wire.Part, in lines: BoardProfile.Lines) -> Int? {
    switch part {
    case .nap: lines.nap
    case .feed: lines.feed
    case .menu: lines.menu
    case .extra: lines.extra
    case .led: lines.led
    case .piezo: lines.piezo
    case .accelerometer: lines.accelerometerInterrupt
    case .panel: nil
    }
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}
