/// The two ways in which Linux keeps line events until they are read.
public enum LineInterface: Hashable, Sendable, CaseIterable {
  /// The first character-device interface, as libgpiod 1.6 uses it: one queue of 16 for each line, a full one
  /// drops the newest event, and events bear no numbers (Linux drivers/gpio/gpiolib-cdev.c, `lineevent_state`).
  case v1
  /// The second, as libgpiod 2 uses it: one queue for all lines of a request, 16 for each line rounded up to a
  /// power of two, a full one drops the oldest event, and events are numbered (`linereq_put_event`, and
  /// lib/kfifo.c for the rounding).
  case v2
}
