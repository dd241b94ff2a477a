import Nursery

/// Every history of offsets of any time zone from 2024 to 2030, read from `Fixtures/zones/changes.tsv`.
enum ZoneChanges {
  /// One zone per history.
  static func all() throws -> [ZoneWindow] {
    try Fixture.lines("zones/changes.tsv").filter { !$0.hasPrefix("#") }.map(window)
  }

  private static func window(_ line: String) -> ZoneWindow {
    let columns = line.split(separator: "\t").map(String.init)
    let transitions = columns.dropFirst(3).map { column in
      let parts = column.split(separator: ":").map { Int($0) ?? 0 }
      return ZoneWindow.Transition(at: Instant(milliseconds: parts[0] * 1_000), offsetSeconds: parts[1])
    }
    return ZoneWindow(
      name: columns[0], initialOffsetSeconds: Int(columns[2]) ?? 0, transitions: Array(transitions))
  }
}
