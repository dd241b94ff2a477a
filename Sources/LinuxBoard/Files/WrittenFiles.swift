/// The descriptors of the files being written. A file keeps one descriptor from its first write to its sync,
/// because the kernel reports a lost write to the descriptors that were open when it happened.
struct WrittenFiles {
  /// Descriptors kept at rest. Those with unsynced bytes are kept beyond it.
  static let keptMax = 16

  private struct Held {
    let descriptor: Descriptor
    var isSynced: Bool
    var lastUse: Int
  }

  private var files: [String: Held] = [:]
  private var uses = 0

  /// The descriptor of a file, if one is held.
  func descriptor(of path: String) -> Descriptor? { files[path]?.descriptor }

  /// How many descriptors are held.
  var count: Int { files.count }

  /// Holds a descriptor that was just opened for writing.
  mutating func hold(_ descriptor: Descriptor, of path: String) {
    uses += 1
    files[path] = Held(descriptor: descriptor, isSynced: true, lastUse: uses)
    closeIdle()
  }

  /// Notes that a file has bytes that are not durable.
  mutating func noteWritten(_ path: String) {
    uses += 1
    files[path]?.isSynced = false
    files[path]?.lastUse = uses
  }

  /// Notes that all of a file's bytes are durable.
  mutating func noteSynced(_ path: String) {
    files[path]?.isSynced = true
    closeIdle()
  }

  /// Gives up a file's descriptor.
  mutating func release(_ path: String) {
    files[path] = nil
  }

  /// Closes the synced files used longest ago, down to the number kept.
  private mutating func closeIdle() {
    while files.count > WrittenFiles.keptMax {
      let idle = files.filter { $0.value.isSynced && $0.value.lastUse != uses }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      files[oldest.key] = nil
    }
  }
}
