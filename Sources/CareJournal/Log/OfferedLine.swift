import Nursery

/// A line of another box on its way into this log, byte for byte.
public struct OfferedLine: Hashable, Sendable {
  /// What it says.
  let line: JournalLine
  /// Its bytes, without the line end.
  let text: [UInt8]

  /// Reads a line, which must be whole: its checksum holds, and it is one that a box can have written.
  public init(_ text: [UInt8]) throws(OfferFault.Reason) {
    guard text.count <= StorageLimits.lineBytes else { throw .tooLong }
    guard !text.contains(0x0A) else { throw .damaged }
    switch JournalLineCodec.decode(text) {
    case .line(let line): (self.line, self.text) = (line, text)
    case .damaged: throw .damaged
    case .odd, .head, .stop: throw .noLine
    }
  }
}

/// Which boxes' lines a log receives.
public enum HouseholdBoxes: Hashable, Sendable {
  /// Those of any box.
  case open
  /// Those of these boxes.
  case named(Set<String>)

  /// Whether lines of a box are received.
  public func contains(_ box: String) -> Bool {
    switch self {
    case .open: true
    case .named(let names): names.contains(box)
    }
  }
}

/// Why an offer of lines is refused. Nothing of it is saved then.
public struct OfferFault: Error, Hashable, Sendable {
  /// What is wrong with a line.
  public enum Reason: Error, Hashable, Sendable {
    /// The checksum does not hold, or it is more than one line.
    case damaged
    /// It is no line of a log.
    case noLine
    /// It is longer than a line may be.
    case tooLong
    /// Its numbers are far beyond what a box can have come to.
    case absurd
    /// The box of this name does not belong to the household.
    case stranger(String)
    /// It speaks of the clock of this box's running boot, or of a later one, in this box's name.
    case ownClock
    /// The log has lines of as many boxes as it may, and this is another one.
    case tooManyBoxes(String)
  }

  /// Which line of the offer, from 1.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason
}
