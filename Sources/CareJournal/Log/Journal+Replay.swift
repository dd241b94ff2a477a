extension Journal {
  /// Delivers every line of a log, once and in order, without opening it: nothing is written or locked, and a
  /// box that runs is not disturbed. Fails only when the log's folder cannot be listed.
  ///
  /// - Returns: how many pieces were no line that can be read, and how many segments the medium did not give back.
  @discardableResult
  public static func replay(
    _ storage: Storage, apply: (JournalLine) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    var replay = LogReplay()
    for number in try segmentNumbers(in: storage) {
      do throws(StorageFault) {
        replay.read(try storage.read(SegmentName.path(number)), number: number, apply: apply)
      } catch {
        replay.noteUnreadable(error, bytes: 0)
      }
    }
    return replay.losses
  }
}
