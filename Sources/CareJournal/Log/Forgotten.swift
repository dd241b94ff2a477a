import Nursery

/// What of a log's past is no longer held, in terms that tell whether it would be forgotten again.
///
/// Memory is bounded by time: what was over before an instant is forgotten at a start. A reader of all lines,
/// at a later start, forgets it too, as long as that start's limit is no earlier, and the clocks that told when
/// it was still say the same.
struct Forgotten: Hashable, Sendable {
  /// The events that were over by then.
  var before: Instant
  /// The latest boot by whose clock something forgotten was told; nil: the wall clock told of all of it.
  var boot: Int?
  /// A checksum of the boots' clocks up to that one, as they were then.
  var clocks: UInt32

  /// Forgets what is old in a fold, by clocks that know of the start as well.
  ///
  /// - Parameter earlier: what was forgotten before it.
  init?(_ fold: inout CareFold, before limit: Instant, clocks: ClockHistory, earlier: Forgotten?) {
    var count = 0
    var boot = earlier?.boot
    for baby in Array(fold.logs.keys) {
      let held = fold.logs[baby]?.count ?? 0
      let last = fold.logs[baby]?.prune(before: limit, clock: clocks)
      count += held - (fold.logs[baby]?.count ?? 0)
      if let last { boot = max(last, boot ?? last) }
    }
    guard earlier != nil || count > 0 else { return nil }
    self.init(before: limit, boot: boot, clocks: Self.checksum(of: clocks, throughBoot: boot))
  }

  init(before: Instant, boot: Int?, clocks: UInt32) {
    self.before = before
    self.boot = boot
    self.clocks = clocks
  }

  /// Whether a start that forgets what was over before a limit would forget all of this.
  func isForgotten(before limit: Instant, clocks: ClockHistory) -> Bool {
    before <= limit && Self.checksum(of: clocks, throughBoot: boot) == self.clocks
  }

  private static func checksum(of clocks: ClockHistory, throughBoot boot: Int?) -> UInt32 {
    guard let boot else { return 0 }
    var bytes: [UInt8] = []
    for offset in clocks.latestOffsets(throughBoot: boot) {
      bytes.append(contentsOf: "\(offset.boot) \(offset.milliseconds.map(String.init) ?? "-")\n".utf8)
    }
    return CRC32C.checksum(of: bytes)
  }
}
