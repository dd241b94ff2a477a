import Nursery

/// A time as tables have it: `2026-02-11 07:05:00`, or with a `T`, a fraction of one to nine digits, and an offset at the
/// end (`Z`, `-05:00` or `-0500`, after a blank or not).
enum TableTime: Hashable, Sendable {
  /// With its offset.
  case exact(Instant)
  /// A wall clock's reading, as the instant that it would be in UTC.
  case civil(Instant)

  /// Reads a time; nil for anything else, since a guess would be hours off.
  init?(_ text: String) {
    let date = text.prefix(10)
    let rest = text.dropFirst(10)
    guard rest.first == " " || rest.first == "T" else { return nil }
    let time = rest.dropFirst().prefix { $0 == ":" || $0 == "." || ("0"..."9").contains($0) }
    let offset = rest.dropFirst(1 + time.count)
    guard let whole = Self.whole(time),
      let instant = ISO8601.instant(date + "T" + whole + (offset.isEmpty ? "Z" : Self.plain(offset)))
    else { return nil }
    self = offset.isEmpty ? .civil(instant) : .exact(instant)
  }

  /// The time of day, its fraction of three digits at least; nil when that has none, or more than nine.
  private static func whole(_ time: Substring) -> String? {
    let parts = time.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return parts.count == 1 ? String(time) : nil }
    guard (1...9).contains(parts[1].count) else { return nil }
    return parts[0] + "." + parts[1] + String(repeating: "0", count: max(0, 3 - parts[1].count))
  }

  /// The offset with its colon and without its blank; what has another form stays as it is.
  private static func plain(_ offset: Substring) -> String {
    let text = offset.first == " " ? offset.dropFirst() : offset
    guard text.count == 5, !text.contains(where: { $0 == ":" }) else { return String(text) }
    return text.prefix(3) + ":" + text.suffix(2)
  }
}
