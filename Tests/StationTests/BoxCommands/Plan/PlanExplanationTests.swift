import Testing

@testable import cribside

/// `cribside plan --explain`: what was changed and why, in words.
@Suite struct PlanExplanationTests {
  /// The reasons of the first plan, and the remarks on recorded naps.
  private func told(_ words: String) throws -> [String] {
    let arguments = ["plan", "--explain"] + words.split(separator: " ").map(String.init)
    let command = try #require(try Cribside.parseAsRoot(arguments) as? PlanCommand)
    let lines = try command.question().answer().output.split(separator: "\n").map(String.init)
    let reasons = lines.drop { !$0.hasPrefix("  - ") }.prefix { $0.hasPrefix("  - ") }.map {
      String($0.dropFirst(4))
    }
    return reasons + lines.drop { $0 != "Recorded so far:" }.dropFirst().map { String($0.dropFirst(2)) }
  }

  private static let cases: [(words: String, told: [String])] = [
    (
      "--wake 07:00",
      [
        "3 naps, as wanted.", "Nap 1: 30 m, as set.", "Nap 2: 1 h 00, as set.", "Nap 3: 30 m, as set.",
        "Bedtime: 20:30, as wanted.",
      ]
    ),
    (
      "--naps 2",
      [
        "3 naps in place of the 2 wanted, which do not fit into the day.", "Nap 1: 30 m, as set.",
        "Nap 2: 1 h 00, as set.", "Nap 3: 30 m, as set.", "Bedtime: 20:30, as wanted.",
      ]
    ),
    (
      "--power-target 200 --style balanced",
      [
        "3 naps, as wanted.",
        "Nap 1: 35 m; 30 m set, 20 m more for power sleep, 15 m less so that the day fits.",
        "Nap 2: 1 h 40; 1 h 00 set, 40 m more for power sleep.",
        "Nap 3: 50 m; 30 m set, 20 m more for power sleep.", "Bedtime: 20:30, as wanted.",
        "Power sleep: 3 h 05 of naps, 15 m less than the 3 h 20 wanted.",
      ]
    ),
    (
      "--max-first 150 --style balanced",
      [
        "3 naps, as wanted.", "Nap 1: 45 m; 30 m set, 15 m more so that the day fits.",
        "Nap 2: 1 h 00, as set.", "Nap 3: 30 m, as set.",
        "Bedtime: 20:15, 15 m earlier than the 20:30 wanted, so that the day fits.",
      ]
    ),
    (
      "--bed 21:40 --lengths 25,75,55 --min 130 --max 195 --last 190 --max-first 150 --awake 13:05-13:25",
      [
        "3 naps, as wanted.", "Nap 1: 45 m; 25 m set, 20 m more to keep the time to be awake or asleep.",
        "Nap 2: 55 m; 1 h 15 set, 20 m less to keep the time to be awake or asleep.",
        "Nap 3: 55 m, as set.", "Bedtime: 21:40, as wanted.",
      ]
    ),
    (
      "--naps 2 --lengths 90,30 --lengths 75,100,60 --max 220 --last 155 --max-first 145 --asleep 09:15-10:10 "
        + "--style balanced",
      [
        "3 naps in place of the 2 wanted, which cannot keep the time to be awake or asleep.",
        "Nap 1: 1 h 30; 1 h 15 set, 15 m more to keep the time to be awake or asleep.",
        "Nap 2: 1 h 40, as set.", "Nap 3: 1 h 00, as set.", "Bedtime: 20:30, as wanted.",
      ]
    ),
    (
      "--nap 1=09:10-10:00 --power-sleep --style gentle",
      [
        "3 naps, as wanted.", "Nap 1: 50 m, recorded; 30 m set.",
        "Nap 2: 1 h 30; 1 h 00 set, 30 m more for power sleep.",
        "Nap 3: 40 m; 30 m set, 15 m more for power sleep, 5 m less after the recorded naps.",
        "Bedtime: 20:30, as wanted.", "Power sleep: 3 h 00 of naps, exactly the 3 h 00 wanted.",
        "Nap 1 09:10–10:00: 50 m, 5 m longer than planned; awake 2 h 10 before, 5 m shorter than planned.",
        "Together 50 m, 5 m more than planned so far; the whole day's plan has 3 h 00.",
      ]
    ),
    (
      "--nap 1=09:00-09:30 --nap 3=11:30-12:00",
      [
        "2 of the 3 naps wanted.", "Nap 1: 30 m, recorded; 30 m set.", "Nap 3: 30 m, recorded; 30 m set.",
        "Nap 2: left out, because it has no place in this plan.", "Bedtime: 20:30, as wanted.",
        "Nap 1 09:00–09:30: 30 m, as planned; awake 2 h 00 before, 15 m shorter than planned.",
        "Nap 3 11:30–12:00: 30 m, as planned.",
        "Together 1 h 00, as planned so far; the whole day's plan has 2 h 00.",
      ]
    ),
  ]

  @Test("Every change has its reason", arguments: cases.map { TableRow($0, $0.0) })
  func everyChangeHasItsReason(row: TableRow<(words: String, told: [String])>) throws {
    let (words, told) = row.fields
    #expect(try self.told(words) == told)
  }

  @Test("A plan of the wider search says so")
  func aPlanOfTheWiderSearchSaysSo() throws {
    let words =
      "--wake 06:45 --min 110 --max 175 --last 150 --max-first 115 --power-sleep --awake 12:45-13:30"
    let last = try told(words).last
    #expect(last == "Found by the wider search: of the plans that fit, the one that changes least.")
  }
}
