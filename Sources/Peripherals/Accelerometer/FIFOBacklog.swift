/// What waits in a part's FIFO.
enum FIFOBacklog: Hashable {
  /// So many readings, and none was lost.
  case readings(Int)
  /// So many readings, the newest; older ones may be lost.
  case overrun(Int)
  /// Nothing that can be used: the part has to be set up again.
  case unusable(MotionGap.Reason)
}
