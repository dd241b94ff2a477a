/// Reads the closed segments of a log again, one at each call, to find what has rotted since they were written. Nothing
/// is changed, and a box that runs is not disturbed.
public struct LogCheck: Sendable {
  private var scan = LogScan(mark: nil)
  private var last = 0

  /// Nothing read yet.
  public init() {}

  /// Reads the next segment that is closed: the newest one may be written to.
  ///
  /// - Returns: false where there is none.
  public mutating func readNext<Storage: JournalStorage>(
    of storage: Storage
  ) throws(JournalFault) -> Bool {
    let numbers = try Journal<Storage>.segmentNumbers(in: storage)
    guard let next = numbers.dropLast().first(where: { $0 > last }) else { return false }
    last = next
    scan.read(next, of: storage) { _, _ in }
    return true
  }

  /// Whether any segment was read.
  public var hasRead: Bool { last > 0 }

  /// How many confirmed entries are damaged or lost as far as anything shows, and segments that cannot be read. The end
  /// that a power cut left is not among them.
  public var damaged: Int {
    let lost = scan.findings.count { $0.kind == .cutShort || $0.kind == .headless }
    return scan.tally.damaged + lost + scan.unreadable.count
  }
}
