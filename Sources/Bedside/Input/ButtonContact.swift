/// One button's contact with the bounce taken out, in data: every edge is a sample of the level.
///
/// Down is believed at once, since a press must act without delay. Up is believed only when no edge came for
/// longer than the bounce. An edge that repeats the level counts as chatter too: the kernel reads the level
/// after the interrupt, so a short swing can be reported as two edges of one direction
/// (Linux drivers/gpio/gpiolib-cdev.c).
struct ButtonContact: Hashable, Sendable {
  /// Whether the button counts as pressed.
  private(set) var isDown = false
  /// The first edge of the stretch in which the level reads released while the button still counts as pressed.
  private(set) var upSince: Int?
  /// The last sample's time.
  private var lastSample = 0
  /// True from an edge until the level has been read in the quiet after it.
  private var isUnchecked = false

  /// True when the button counts as pressed and the level says so too.
  var isHeld: Bool { isDown && upSince == nil }

  /// When the release that has begun will be believed.
  var settleDue: Int? { upSince == nil ? nil : lastSample + GestureTiming.settleMilliseconds }

  /// When the level should be read, to find an edge that the kernel dropped.
  var checkDue: Int? { isUnchecked ? lastSample + GestureTiming.settleMilliseconds : nil }

  /// Takes an edge; true when it is a press.
  mutating func receiveEdge(isPressed: Bool, at milliseconds: Int) -> Bool {
    isUnchecked = true
    return receiveLevel(isPressed: isPressed, at: milliseconds)
  }

  /// Takes a level, from an edge or read; true when it is a press.
  mutating func receiveLevel(isPressed: Bool, at milliseconds: Int) -> Bool {
    let isPress = isPressed && !isDown
    lastSample = milliseconds
    if isPressed {
      isDown = true
      upSince = nil
    } else if isDown {
      upSince = upSince ?? milliseconds
    }
    return isPress
  }

  /// Notes that the level has been read; during chatter another read is wanted after it.
  mutating func noteCheck(at milliseconds: Int) {
    if let due = checkDue, due <= milliseconds { isUnchecked = false }
  }

  /// Believes the release that has settled.
  mutating func settle() {
    isDown = false
    upSince = nil
  }
}
