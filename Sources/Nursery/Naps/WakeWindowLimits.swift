/// How long a baby may be awake at a stretch, in minutes. Limits are biology: no plan changes them.
/// nil stands for a field that was left empty.
public struct WakeWindowLimits: Hashable, Sendable {
  /// The shortest wake window.
  public var minimum: Int?
  /// The longest wake window.
  public var maximum: Int?
  /// The wake window before bed.
  public var last: Int?
  /// The longest first wake window of the day.
  public var maximumFirst: Int?

  /// No limit of the household's: all of them follow from the age.
  public static let unset = WakeWindowLimits(minimum: nil, maximum: nil, last: nil, maximumFirst: nil)

  /// Limits in minutes.
  public init(minimum: Int? = 135, maximum: Int? = 210, last: Int? = 210, maximumFirst: Int? = 180) {
    self.minimum = minimum
    self.maximum = maximum
    self.last = last
    self.maximumFirst = maximumFirst
  }
}
