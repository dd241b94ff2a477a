import Nursery

/// A log as one text: every line that can be read, byte for byte, each once and in order. What is damaged is left
/// out; the segments and the quarantine keep it.
public enum LogCopy {
  /// Delivers each line with its line end. Fails only when the log's folder cannot be listed.
  ///
  /// - Returns: how many pieces were damaged, and how many segments the medium did not give back.
  public static func replay<Storage: JournalStorage>(
    _ storage: Storage, apply: ([UInt8]) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    try Journal.replay(storage) { _, text in apply(text + [0x0A]) }
  }
}
