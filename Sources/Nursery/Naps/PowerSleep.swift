/// The wish that the naps of a day reach a total: they are lengthened in proportion, never shortened.
public struct PowerSleep: Hashable, Sendable {
  /// Whether the wish is on.
  public var isEnabled: Bool
  /// The total wanted, in minutes; 0 stands for 180.
  public var targetMinutes: Int

  /// A wish for a total.
  public init(isEnabled: Bool = false, targetMinutes: Int = 180) {
    self.isEnabled = isEnabled
    self.targetMinutes = targetMinutes
  }
}
