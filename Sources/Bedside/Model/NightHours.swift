import Nursery

/// From when to when the panel is dim; over midnight where it ends before it begins.
public struct NightHours: Hashable, Sendable {
  /// The first minute of it.
  public var from: WallTime
  /// The first minute after it.
  public var to: WallTime

  /// Hours from a time to another.
  public init(from: WallTime, to: WallTime) {
    self.from = from
    self.to = to
  }

  /// Whether a time of day belongs to them.
  public func contains(_ time: WallTime) -> Bool {
    from <= to ? (from..<to).contains(time) : time >= from || time < to
  }
}

extension BedsideSettings {
  /// From when to when the panel is dim.
  public var nightHours: NightHours { NightHours(from: nightFrom, to: nightTo) }
}
