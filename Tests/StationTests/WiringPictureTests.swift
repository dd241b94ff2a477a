import FoundationEssentials
import Testing

@testable import cribside

/// The picture in the documentation against the profiles that the program runs with.
///
/// `CRIBSIDE_RECORD=1 swift test --filter WiringPictureTests` draws the committed picture anew.
@Suite struct WiringPictureTests {
  /// What a profile says, as far as the wiring is concerned.
  struct Profile: Decodable {
    struct Lines: Decodable, Equatable {
      var nap: Int
      var feed: Int
      var menu: Int
      var led: Int
      var piezo: Int
      var accelerometerInterrupt: Int
    }
    var name: String
    var gpioChip: String
    var i2cBus: Int
    var lines: Lines
    var header: [String: Int]
  }

  static let names = ["pi-zero-2w", "pi-3", "pi-4", "pi-5"]
  static let repository: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  @Test func committedPictureIsTheProfilesPicture() throws {
    let path = Self.repository + "/Board/wiring.svg"
    let svg = try picture(of: profile("pi-zero-2w")).svg
    if ProcessInfo.processInfo.environment["CRIBSIDE_RECORD"] == "1" {
      try Data(svg.utf8).write(to: URL(filePath: path))
    }
    let committed = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(committed == svg, "draw it anew with CRIBSIDE_RECORD=1")
  }

  /// One picture stands for all boards only as long as they are wired alike.
  @Test(arguments: names) func everyBoardIsWiredAlike(name: String) throws {
    let profile = try profile(name)
    #expect(profile.name == name)
    #expect(profile.lines == (try self.profile("pi-zero-2w").lines))
    #expect(profile.i2cBus == 1)
  }

  @Test(arguments: names) func headerPinsAreWhereTheLinesComeOut(name: String) throws {
    let profile = try profile(name)
    let lines = [
      "nap": profile.lines.nap, "feed": profile.lines.feed, "menu": profile.lines.menu,
      "led": profile.lines.led, "piezo": profile.lines.piezo,
      "accelerometerInterrupt": profile.lines.accelerometerInterrupt, "sda": 2, "scl": 3,
    ]
    #expect(profile.header == lines.compactMapValues(PiHeader.pin(ofLine:)))
    #expect(Set(lines.values).count == lines.count, "two parts share a line")
  }

  @Test func headerHasEveryLineOnceAndEightGrounds() {
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

  /// Each line's name must stand at its own pin, so that swapped wires cannot look right.
  @Test func everyPinBearsItsOwnLabel() throws {
    let swapped = WiringPicture.Lines(
      nap: 27, feed: 17, menu: 22, led: 24, piezo: 18, accelerometerInterrupt: 25)
    let picture = try WiringPicture(title: "", lines: swapped)
    #expect(picture.pins.nap == 13)
    #expect(picture.svg != (try self.picture(of: profile("pi-zero-2w")).svg))
  }

  @Test(arguments: [
    (30, WiringPicture.Fault.notOnHeader(line: "nap", offset: 30)),
    (0, .notOnHeader(line: "nap", offset: 0)),
    (18, .wrongSide(line: "nap", pin: 12)),
  ])
  func lineThatCannotBeDrawnIsRefused(offset: Int, fault: WiringPicture.Fault) {
    let lines = WiringPicture.Lines(
      nap: offset, feed: 27, menu: 22, led: 24, piezo: 18, accelerometerInterrupt: 25)
    #expect(throws: fault) { try WiringPicture(title: "", lines: lines) }
  }

  private func profile(_ name: String) throws -> Profile {
    let file = URL(filePath: "\(Self.repository)/Board/profiles/\(name).json")
    return try JSONDecoder().decode(Profile.self, from: Data(contentsOf: file))
  }

  private func picture(of profile: Profile) throws -> WiringPicture {
    let lines = profile.lines
    return try WiringPicture(
      title: "Wiring: any Raspberry Pi with the 40-pin header",
      lines: .init(
        nap: lines.nap, feed: lines.feed, menu: lines.menu, led: lines.led, piezo: lines.piezo,
        accelerometerInterrupt: lines.accelerometerInterrupt))
  }
}
