/// Why the loop woke up.
public enum Wake: Hashable, Sendable {
  /// Edges of the buttons are waiting.
  case lines
  /// An edge of a sensor's interrupt line is waiting.
  case sensorInterrupt
  /// A signal came, by its number.
  case signal(Int32)
  /// The wall clock was set.
  case clockStepped
  /// The clock's sign of synchronisation came or went.
  case syncChanged
  /// The deadline of this wait has come.
  case deadline
  /// A worker thread has reports.
  case mailbox
  /// The control socket has something to do.
  case control
  /// Keys were typed.
  case keys
  /// Any other descriptor, by its number.
  case readable(Int32)
}
