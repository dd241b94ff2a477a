import Glibc
import Nursery
import Testing

@testable import LinuxBoard

@Suite struct ZoneDatabaseTests {
  static let hasDatabase = access("/usr/share/zoneinfo/Europe/Berlin", F_OK) == 0

  let folder = TemporaryFolder()

  /// Rows of zone, second and offset.
  static func rows() throws -> [(zone: String, second: Int, offset: Int)] {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try TextFile.bytes(at: "/\(path)/Fixtures/zones/offsets.tsv")
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let columns = line.split(separator: "\t")
        try #require(columns.count == 3)
        return (String(columns[0]), try #require(Int(columns[1])), try #require(Int(columns[2])))
      }
  }

  @Test(
    "Offsets are those of another reader", .enabled(if: hasDatabase, "the package tzdata is not installed"))
  func offsetsAreThoseOfAnotherReader() throws {
    let rows = try ZoneDatabaseTests.rows()
    #expect(rows.count > 200)
    for (zone, second, offset) in rows {
      let instant = Instant(milliseconds: second * 1000)
      for shift in [-4, 0, 2] {
        let around = Instant(milliseconds: instant.milliseconds + shift * 365 * 86_400_000)
        let window = try ZoneDatabase().window(zone, around: around)
        #expect(window.offsetSeconds(at: instant) == offset, "\(zone) at \(second), around \(around)")
      }
    }
  }

  @Test(
    "Names that are no zone are refused",
    arguments: [
      "Mars/Base", "", "/etc/passwd", "../../etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin",
      "Europe/Berlin/", "Europe", "tzdata.zi", "Europe/Ber lin", "Zürich",
      String(repeating: "a", count: 65),
    ])
  func namesThatAreNoZoneAreRefused(name: String) {
    folder.write("no zone", to: "tzdata")
    mkdir(folder.file("Europe"), 0o755)
    #expect(throws: ZoneFault.unknown(name: name)) {
      try ZoneDatabase(root: folder.path).window(name, around: Instant(milliseconds: 0))
    }
  }

  @Test("A missing database is distinguished")
  func aMissingDatabaseIsDistinguished() {
    let fault = ZoneFault.noDatabase(path: "/nowhere")
    #expect(throws: fault) {
      try ZoneDatabase(root: "/nowhere").window("UTC", around: Instant(milliseconds: 0))
    }
    #expect(fault.description.contains("tzdata"))
  }

  @Test("A damaged file is named")
  func aDamagedFileIsNamed() {
    folder.write("TZif2", to: "UTC")
    #expect(throws: ZoneFault.malformed(name: "UTC", expected: "a header")) {
      try ZoneDatabase(root: folder.path).window("UTC", around: Instant(milliseconds: 0))
    }
  }

  @Test("The machine's zone is read")
  func theMachinesZoneIsRead() throws {
    mkdir(folder.file("zoneinfo"), 0o755)
    mkdir(folder.file("zoneinfo/Europe"), 0o755)
    for name in ["Europe/Berlin", "Europe/Paris", "Europe/Rome"] {
      folder.write("TZif", to: "zoneinfo/" + name)
    }
    symlink("../usr/share/zoneinfo/Europe/Paris", folder.file("localtime"))
    folder.write("Europe/Rome\n", to: "timezone")
    let cases: [(variable: String?, link: String, file: String, name: String)] = [
      ("Europe/Berlin", "localtime", "timezone", "Europe/Berlin"),
      (":Europe/Berlin", "localtime", "timezone", "Europe/Berlin"),
      ("/usr/share/zoneinfo/Europe/Berlin", "localtime", "timezone", "Europe/Berlin"),
      ("Mars/Base", "localtime", "timezone", "Europe/Paris"),
      (nil, "localtime", "timezone", "Europe/Paris"),
      (nil, "none", "timezone", "Europe/Rome"),
      (nil, "timezone", "none", "UTC"),
    ]
    for (variable, link, file, name) in cases {
      let zone = SystemZone(variable: variable, link: folder.file(link), file: folder.file(file))
      #expect(zone.name(in: ZoneDatabase(root: folder.file("zoneinfo"))) == name)
    }
  }
}
