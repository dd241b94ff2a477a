/// The numbered files of the log.
enum SegmentName {
  /// The folder that holds segments only.
  static let folder = "log"

  /// The path of a segment within the box's directory.
  static func path(_ number: Int) -> String { folder + "/" + file(number) }

  /// The file's name: `seg-000001.jsonl`.
  static func file(_ number: Int) -> String { "seg-" + digits(number) + ".jsonl" }

  /// A number with at least six digits.
  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// The number in a file's name; nil for anything that is no segment, as a number that no box comes to.
  static func number(_ name: String) -> Int? {
    guard name.hasPrefix("seg-"), name.hasSuffix(".jsonl"),
      let number = Int(name.dropFirst(4).dropLast(6)), LineLimits.segment.contains(number),
      file(number) == name
    else { return nil }
    return number
  }
}
