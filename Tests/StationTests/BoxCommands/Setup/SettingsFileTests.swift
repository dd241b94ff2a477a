import BoxRuntime
import LinuxBoard
import Testing

@testable import BoxCommands

/// `cribside set` on a configuration file: one value changes, and nothing else.
@Suite struct SettingsFileTests {
  private static let packageFile =
    "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/") + "/Deploy/cribside.json5"

  private let folder: ScratchFolder
  private var path: String { folder.path + "/a.json5" }

  init() throws {
    folder = try ScratchFolder()
    let text = try PlainFile.read(Self.packageFile)
    // A socket without a listener.
    let socket = Array("\"\(folder.path)/control\"".utf8)
    var rest = text[...]
    let old = Array("\"/run/cribside/control\"".utf8)
    while !rest.starts(with: old) { rest = rest.dropFirst() }
    try PlainFile.write(Array(text[..<rest.startIndex]) + socket + Array(rest.dropFirst(old.count)), to: path)
  }

  private func set(_ key: String, _ word: String, of baby: String? = nil) throws -> BoxAnswer {
    guard case .settings(let changes) = try PlanWish(key, [word]) else { return BoxAnswer() }
    return SettingsFile(path: path, place: try BoxPlace.parse(["--config", path])).set(changes, of: baby)
  }

  private func lines() throws -> [String] {
    String(decoding: try PlainFile.read(path), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test(
    "Every kind of value is written in place",
    arguments: [
      ("bedtime", "18:45", ["bedtime: \"18:45\","]), ("bedtime", "20:45", ["bedtime: \"20:45\","]),
      ("plan.naps", "2", ["naps: 2,"]), ("plan.napLengths.two", "90,30", ["two: [90,30],"]),
      ("plan.napLengths.one", "90", ["one: [90],"]), ("plan.powerSleep.enabled", "true", ["enabled: true,"]),
      ("plan.asleep", "12:30-14:00", ["start: \"12:30\",", "end: \"14:00\","]),
      ("plan.learn", "off", ["learn: \"off\","]), ("display.twelveHour", "yes", ["twelveHour: true,"]),
      ("feeds.bottle", "90", ["bottle: 90,"]),
    ])
  func written(_ key: String, _ word: String, _ expected: [String]) throws {
    let before = try lines()
    let answer = try set(key, word)
    #expect(answer.exit == .ok, "\(answer.error)")
    #expect(answer.output.hasSuffix("No box runs; its next start reads it.\n"), "\(answer.output)")
    let after = try lines()
    #expect(before.count == after.count)
    let changed = zip(before, after).filter { $0 != $1 }.map { $0.1.drop { $0 == " " } }
    #expect(changed.map(String.init) == expected)
  }

  @Test("A setting goes into an object that an earlier one added")
  func intoAnObjectThatWasAdded() throws {
    try PlainFile.write(
      Array(
        "{\n  babies: [\n    {\n      name: \"Mia\", birthdate: \"2026-06-14\",\n      bedtime: \"19:00\",\n    },\n  ],\n}\n"
          .utf8), to: path)
    #expect(try set("plan.wakeWindows.min", "100").exit == .ok)
    let second = try set("plan.wakeWindows.max", "200")
    #expect(second.exit == .ok, "\(second.error)")
    let after = try lines()
    #expect(after.contains("      plan: { wakeWindows: { max: 200, min: 100 } },"), "\(after)")
    #expect(try set("plan.wakeWindows.max", "90").error.contains("100 or more"))
  }

  @Test(
    "For a mistyped key the nearest one is suggested",
    arguments: [
      ("bedtim", "19:00", "did you mean bedtime?"), ("plan.nap", "2", "did you mean naps?"),
      ("feedInterval", "180", "did you mean feedIntervalMinutes?"),
      ("display.twelvehour", "true", "did you mean twelveHour?"),
      ("displai.address", "0x3C", "unknown field"),
    ])
  func mistyped(_ key: String, _ word: String, _ told: String) throws {
    let answer = try set(key, word)
    #expect(answer.exit == .data && answer.error.contains(told), "\(answer.error)")
  }

  @Test("The number distinguishes two babies with the same name")
  func twoBabiesOfOneName() throws {
    let twin = #"{ id: 2, name: "Example", birthdate: "2025-06-01", bedtime: "19:00" },"#
    let old = try lines()
    let text = old.map { $0 == "  babies: [" ? $0 + "\n    " + twin : $0 }
    #expect(text != old)
    try PlainFile.write(Array(text.joined(separator: "\n").utf8), to: path)
    let before = try lines()
    for baby in ["Example", nil] {
      let answer = try set("plan.naps", "2", of: baby)
      #expect(answer.exit == .data && answer.error.contains("Example (2), Example (1)"), "\(answer.error)")
    }
    #expect(try lines() == before)
    #expect(try set("plan.naps", "2", of: "1").exit == .ok)
    #expect(try lines() != before)
  }

  @Test("A name that another baby has is refused, whatever its case")
  func sharedName() throws {
    let twin = #"{ id: 2, name: "Ben", birthdate: "2025-06-01", bedtime: "19:00" },"#
    let text = try lines().map { $0 == "  babies: [" ? $0 + "\n    " + twin : $0 }
    try PlainFile.write(Array(text.joined(separator: "\n").utf8), to: path)
    let before = try lines()
    let answer = try set("name", " ben", of: "Example")
    #expect(answer.exit == .data)
    #expect(
      answer.error.contains("a.json5: babies[1].name: expected another name than that of babies[0], found"),
      "\(answer.error)")
    #expect(try lines() == before)
    #expect(try set("name", "Benno", of: "Example").exit == .ok)
  }

  @Test("A list in the file is replaced as a whole")
  func list() throws {
    _ = try set("plan.napLengths.two", "90,30")
    #expect(try set("plan.napLengths.two", "60,45").exit == .ok)
    #expect(try lines().contains { $0.hasSuffix(" two: [60,45],") })
    #expect(try set("plan.napLengths.two", "none").exit == .ok)
    #expect(try lines().contains { $0.hasSuffix(" two: null,") })
  }

  @Test(
    "A value out of range is refused with the range",
    arguments: ([
      ("plan.naps", "9", "plan.naps: expected a whole number from 1 to 5, found 9"),
      ("bedtime", "late", "bedtime: expected a time HH:MM, found \"late\""),
      ("plan.wakeWindows.max", "20", "plan.wakeWindows.max: expected a whole number from 30 to 360"),
      ("name", "Мила", "name: expected a name in the panel's letters, such as Mila, found \"Мила\""),
      ("name", "小明", "name: expected a name in the panel's letters, such as Baby 1"),
      ("plan.nap", "2", "expected one of the fields naps"), ("display.colour", "red", "unknown field colour"),
    ] as [(String, String, String)]).map { TableRow($0, $0.2) })
  func refused(row: TableRow<(String, String, String)>) throws {
    let (key, word, expected) = row.fields
    let before = try lines()
    let answer = try set(key, word)
    #expect(answer.exit == .data)
    #expect(answer.error.holds(expected) && answer.error.holds("a.json5:"), "\(answer.error)")
    #expect(answer.error.hasSuffix("Nothing is changed."))
    #expect(try lines() == before)
  }

  @Test(
    "With two babies on one line nothing is changed, and the user is told why",
    arguments: [("bedtime", "18:15"), ("feedIntervalMinutes", "200")])
  func twoBabiesOnALine(key: String, word: String) throws {
    let text = """
      {
        stateDirectory: "\(folder.path)", socket: "\(folder.path)/control", timeZone: "Europe/Berlin",
        babies: [ { name: "Mia", birthdate: "2026-01-02", bedtime: "19:00" }, { name: "Max", birthdate: "2026-01-02", bedtime: "19:30" } ],
      }

      """
    try PlainFile.write(Array(text.utf8), to: path)
    let answer = try set(key, word, of: "2")
    #expect(answer.exit == .data && answer.error.contains("Nothing is changed"), "\(answer)")
    #expect(try lines().joined(separator: "\n") == text)
  }
}
