/// A panel for as long as the box runs: present or not, failing, unplugged, reset and back again. Time is passed in,
/// so that the rules are the same in a test.
///
/// After a fault or a reset the panel is started and gets the whole frame. An OLED that browned out acknowledges
/// everything and shows nothing, so once a minute the chip is asked whether its display is still on. Its registers
/// are sent again every ten minutes, or every minute if the chip cannot be asked.
public struct PanelSession<Controller: PanelController, Bus: I2CBus> {
  /// Milliseconds between two looks at the chip: a minute less a second, so that a caller that comes once a minute
  /// always finds it due.
  public static var refreshMilliseconds: Int { 59_000 }
  /// The registers are sent again after this many looks at which the chip reported that it is on.
  private static var quietLooks: Int { 9 }

  /// How often a chip was found to have been reset.
  public private(set) var resets = 0
  /// How many calls ended in a fault of the bus.
  public private(set) var faults = 0

  private var driver: PanelDriver<Controller, Bus>
  private let asksStatus: Bool
  /// Whether the chip reported "on" when it had just been lit. A module that then reports "off", or nothing, is not
  /// asked again.
  private var statusTells = false
  private var delay = RetryDelay()
  private var outage: Outage?
  private var refreshAtMilliseconds = 0
  /// Looks since the registers were sent.
  private var looks = 0

  private struct Outage {
    var fault: BusFault
    var retryAtMilliseconds: Int
  }

  /// The panel's traffic so far.
  public var traffic: PanelTraffic { driver.traffic }

  /// A session with a panel of which nothing is known yet. `asksStatus: false` is for a module that must not be read.
  public init(driver: PanelDriver<Controller, Bus>, asksStatus: Bool = true) {
    (self.driver, self.asksStatus) = (driver, asksStatus)
  }

  /// Makes the panel show `frame`, 1,024 bytes page-major, at a brightness, if it can be done now. Call it when the
  /// picture changes and when the last outcome asked for it; the clock must not go back.
  public mutating func service(_ frame: [UInt8], at brightness: PanelBrightness, nowMilliseconds: Int)
    -> PanelOutcome
  {
    let result = attempt(frame, at: brightness, nowMilliseconds: nowMilliseconds)
    return PanelOutcome(
      result: result, nextServiceMilliseconds: outage?.retryAtMilliseconds ?? refreshAtMilliseconds)
  }
}

extension PanelSession {
  private mutating func attempt(
    _ frame: [UInt8], at brightness: PanelBrightness, nowMilliseconds: Int
  ) -> PanelOutcome.Result {
    if let outage, nowMilliseconds < outage.retryAtMilliseconds { return .waiting(outage.fault) }
    do throws(BusFault) {
      let redraw = try bring(frame, at: brightness, nowMilliseconds: nowMilliseconds)
      outage = nil
      delay.reset()
      return .shown(redraw)
    } catch {
      faults += 1
      outage = Outage(fault: error, retryAtMilliseconds: nowMilliseconds + delay.next())
      return .failed(error)
    }
  }

  private mutating func bring(
    _ frame: [UInt8], at brightness: PanelBrightness, nowMilliseconds: Int
  ) throws(BusFault) -> PanelRedraw {
    if driver.brightness != nil, nowMilliseconds >= refreshAtMilliseconds {
      try renew()
      refreshAtMilliseconds = nowMilliseconds + Self.refreshMilliseconds
    } else if driver.brightness != brightness, wasReset() {
      // A change of brightness would switch on a chip that was reset, with garbage in its memory, and it would then
      // report that it is lit.
      resets += 1
      driver.forget()
    }
    let wasUnknown = driver.brightness == nil
    let redraw = try driver.show(frame, at: brightness)
    if wasUnknown { refreshAtMilliseconds = nowMilliseconds + Self.refreshMilliseconds }
    if redraw == .full, brightness != .off { try learnWhetherStatusTells(frame, brightness) }
    return redraw
  }

  /// Asks a chip that has just been lit. No answer may also mean that the panel lost its power in the question, so a
  /// write follows, which fails while there is no power. A chip that answers after that may have been reset.
  private mutating func learnWhetherStatusTells(_ frame: [UInt8], _ brightness: PanelBrightness)
    throws(BusFault)
  {
    statusTells = false
    guard asksStatus else { return }
    var isOff = driver.saysDisplayIsOff()
    if isOff == nil {
      try driver.refresh()
      isOff = driver.saysDisplayIsOff()
      if isOff != nil {
        driver.forget()
        try driver.show(frame, at: brightness)
      }
    }
    statusTells = isOff == false
  }

  /// The minute's work: a look at the chip, now and then the registers again, or, if the chip was reset, everything.
  private mutating func renew() throws(BusFault) {
    let isAsked = canBeAsked
    if wasReset() {
      resets += 1
      driver.forget()
    } else if isAsked, looks < Self.quietLooks {
      looks += 1
    } else {
      looks = 0
      try driver.refresh()
    }
  }

  /// Whether the chip's answer means anything now.
  private var canBeAsked: Bool { statusTells && driver.brightness != nil && driver.brightness != .off }

  /// No answer counts as a reset: a needless restart costs a frame, and showing garbage costs trust.
  private mutating func wasReset() -> Bool {
    guard canBeAsked else { return false }
    return driver.saysDisplayIsOff() != false
  }
}

/// The result of one call of `PanelSession.service`.
public struct PanelOutcome: Hashable, Sendable {
  /// What happened to the picture.
  public enum Result: Hashable, Sendable {
    /// The panel acknowledged everything that it had to be sent, which was this much.
    case shown(PanelRedraw)
    /// The bus failed now; the panel is out of order until a later call shows the picture.
    case failed(BusFault)
    /// The bus failed earlier and it is too soon to try again; nothing was sent.
    case waiting(BusFault)
  }

  /// What happened to the picture.
  public var result: Result
  /// When to call again even if the picture is still the same, on the clock that was passed in: to try again after a
  /// fault, or for the next look at the chip.
  public var nextServiceMilliseconds: Int

  /// An outcome with all its parts.
  public init(result: Result, nextServiceMilliseconds: Int) {
    (self.result, self.nextServiceMilliseconds) = (result, nextServiceMilliseconds)
  }
}
