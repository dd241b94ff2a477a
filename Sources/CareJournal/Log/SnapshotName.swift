/// The numbered files that stand for the segments up to their number.
public enum SnapshotName {
  /// Where a snapshot is written before it has its name.
  static let temporaryPath = "snap.tmp"

  /// The path of the snapshot of all segments up to one: `snap-000012.json`.
  public static func path(_ number: Int) -> String { "snap-" + SegmentName.digits(number) + ".json" }

  /// The number in a file's name; nil for anything that is no snapshot.
  public static func number(_ name: String) -> Int? {
    guard name.hasPrefix("snap-"), name.hasSuffix(".json"),
      let number = Int(name.dropFirst(5).dropLast(5)), number > 0, path(number) == name
    else { return nil }
    return number
  }
}
