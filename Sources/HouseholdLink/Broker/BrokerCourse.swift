import Household

/// Decides when to look up the broker, when to connect, and when to try again. A name may have several addresses, an
/// address may not answer, and many boxes may lose the same broker at once.
package struct BrokerCourse: Sendable {
  /// What to do now.
  package enum Step: Hashable, Sendable {
    /// Look up the broker's name.
    case look
    /// Connect to an address.
    case connect(String)
    /// Give up the attempt.
    case drop
  }

  /// Waits in milliseconds.
  package struct Limits: Hashable, Sendable {
    /// The shortest and the longest wait after a failed connection. Each is twice as long, and shortened at random by
    /// up to a half.
    package var retry = 500...60_000
    /// The longest wait for the broker to accept the connection.
    package var connect = 10_000
    /// If a connection held this long, the next wait is the shortest one again.
    package var good = 5000

    /// The default waits.
    package init() {}
  }

  private enum State: Hashable, Sendable {
    case waiting(until: Int)
    case looking
    case connecting(until: Int)
    case up(since: Int)
  }

  private let limits: Limits
  private var waits: SeededWaits
  private var state = State.waiting(until: 0)
  private var wait: Int
  private var addresses: [String] = []

  /// A course that begins at once.
  package init(seed: UInt64, limits: Limits = Limits()) {
    self.limits = limits
    waits = SeededWaits(seed: seed)
    wait = limits.retry.lowerBound
  }

  /// Whether the broker is connected.
  package var isUp: Bool { if case .up = state { true } else { false } }

  /// What to do now; call it until it returns nil. `now` is the boot clock in milliseconds.
  package mutating func step(at now: Int) -> Step? {
    switch state {
    case .waiting(let time) where time <= now:
      guard addresses.isEmpty else {
        state = .connecting(until: now + limits.connect)
        return .connect(addresses.removeFirst())
      }
      state = .looking
      return .look
    case .connecting(let time) where time <= now:
      fail(at: now)
      return .drop
    case .waiting, .looking, .connecting, .up: return nil
    }
  }

  /// The latest time at which `step` must be called.
  package var nextDeadline: Int? {
    switch state {
    case .waiting(let time), .connecting(let time): time
    case .looking, .up: nil
    }
  }

  /// The addresses of the name; empty if there are none.
  package mutating func found(_ addresses: [String], at now: Int) {
    guard state == .looking else { return }
    self.addresses = addresses
    if addresses.isEmpty { fail(at: now) } else { state = .waiting(until: now) }
  }

  /// The broker has accepted the connection.
  package mutating func accepted(at now: Int) { state = .up(since: now) }

  /// The attempt or the connection has ended. Another address of the name is tried at once.
  package mutating func fail(at now: Int) {
    if case .up(let since) = state {
      addresses = []
      if now - since >= limits.good { wait = limits.retry.lowerBound }
    }
    guard addresses.isEmpty else {
      state = .waiting(until: now)
      return
    }
    state = .waiting(until: now + waits.wait(wait / 2...wait))
    wait = min(2 * wait, limits.retry.upperBound)
  }
}
