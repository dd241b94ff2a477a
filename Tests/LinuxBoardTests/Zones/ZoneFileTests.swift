import Nursery
import Testing

@testable import LinuxBoard

@Suite struct ZoneFileTests {
  /// A TZif file of version 2 by RFC 8536: first +1 h, then the changes, and the footer.
  static func bytes(
    changes: [(at: Int64, kind: UInt8)] = [], offsets: [Int32] = [3600], footer: String = "",
    version: UInt8 = 0x32, leapSeconds: Int = 0
  ) -> [UInt8] {
    func header(_ changes: Int, _ kinds: Int) -> [UInt8] {
      var bytes: [UInt8] = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, leapSeconds, changes, kinds, 4] { bytes += big(Int32(count)) }
      return bytes
    }
    var bytes = header(0, 1)
    bytes += [UInt8](repeating: 0, count: 6 + 4 + leapSeconds * 8)
    bytes += header(changes.count, offsets.count)
    for change in changes { bytes += big(change.at) }
    for change in changes { bytes.append(change.kind) }
    for offset in offsets { bytes += big(offset) + [0, 0] }
    bytes += [UInt8](repeating: 0, count: 4)
    bytes += Array("\n\(footer)\n".utf8)
    return bytes
  }

  static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> Number($0))
    }
  }

  @Test("Listed changes are followed by the rule")
  func listedChangesAreFollowedByTheRule() throws {
    let bytes = ZoneFileTests.bytes(
      changes: [(1_700_000_000, 1), (1_710_000_000, 0)], offsets: [3600, 7200],
      footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    let window = try ZoneFile(bytes).window(name: "X", years: 2023...2024)
    #expect(window.initialOffsetSeconds == 3600)
    let expected = [
      (1_700_000_000, 7200), (1_710_000_000, 3600), (1_711_846_800, 7200), (1_729_990_800, 3600),
    ]
    #expect(window.transitions.map { $0.at.milliseconds } == expected.map { $0.0 * 1000 })
    #expect(window.transitions.map(\.offsetSeconds) == expected.map(\.1))
  }

  @Test("A window starts with the offset of the year before")
  func aWindowStartsWithTheOffsetOfTheYearBefore() throws {
    // Summer in the south includes the turn of the year.
    let bytes = ZoneFileTests.bytes(
      changes: [(1_000_000_000, 0)], offsets: [36_000], footer: "AEST-10AEDT,M10.1.0,M4.1.0/3")
    let window = try ZoneFile(bytes).window(name: "X", years: 2027...2027)
    #expect(window.initialOffsetSeconds == 39_600)
    #expect(window.transitions.map(\.offsetSeconds) == [36_000, 39_600])
  }

  @Test("Changes of a name alone are left out")
  func changesOfANameAloneAreLeftOut() throws {
    let bytes = ZoneFileTests.bytes(
      changes: [(1_700_000_000, 1), (1_701_000_000, 2)], offsets: [3600, 3600, 0], footer: "WET0")
    let window = try ZoneFile(bytes).window(name: "X", years: 2023...2023)
    #expect(window.transitions.map(\.offsetSeconds) == [0])
  }

  @Test("A zone without changes has one offset")
  func aZoneWithoutChangesHasOneOffset() throws {
    let fixed = try ZoneFile(ZoneFileTests.bytes(offsets: [-18_000], footer: "EST5"))
    #expect(
      fixed.window(name: "EST", years: 2020...2030).offsetSeconds(at: Instant(milliseconds: 0)) == -18_000)
    let silent = try ZoneFile(ZoneFileTests.bytes(offsets: [19_800]))
    #expect(silent.window(name: "X", years: 2020...2030).initialOffsetSeconds == 19_800)
  }

  @Test("Every cut file is refused")
  func everyCutFileIsRefused() throws {
    let whole = ZoneFileTests.bytes(
      changes: [(1_700_000_000, 0)], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    _ = try ZoneFile(whole)
    for length in 0..<whole.count {
      #expect(throws: ByteReader.Ended.self, "cut at \(length)") { try ZoneFile(Array(whole.prefix(length))) }
    }
  }

  @Test("Every changed byte either reads or is refused")
  func everyChangedByteEitherReadsOrIsRefused() {
    // Whatever a card does to the file, reading it must not trap.
    let whole = ZoneFileTests.bytes(
      changes: [(1_700_000_000, 0), (1_710_000_000, 0)], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    var refused = 0
    for index in whole.indices {
      for value in [UInt8(0x00), 0x7F, 0xFF] {
        var damaged = whole
        damaged[index] = value
        do throws(ByteReader.Ended) {
          _ = try ZoneFile(damaged).window(name: "X", years: 2020...2030)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("Unsupported content is named")
  func unsupportedContentIsNamed() {
    expect("version 1 to 4") { ZoneFileTests.bytes(version: 0x35) }
    expect("no leap seconds") { ZoneFileTests.bytes(leapSeconds: 1) }
    expect("kinds of time that are listed") { ZoneFileTests.bytes(changes: [(0, 1)]) }
    expect("changes in order of time") { ZoneFileTests.bytes(changes: [(5, 0), (5, 0)]) }
    expect("a POSIX TZ string in the footer") { ZoneFileTests.bytes(footer: "nonsense") }
    expect("TZif") { Array("TZxx".utf8) + [UInt8](repeating: 0, count: 60) }
  }

  private func expect(_ part: String, _ bytes: () -> [UInt8]) {
    do throws(ByteReader.Ended) {
      _ = try ZoneFile(bytes())
      Issue.record("read, though not \(part)")
    } catch {
      #expect(error.expected == part)
    }
  }
}
