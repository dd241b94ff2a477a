extension ScheduleStyle {
  /// The style's name in English.
  public var title: String {
    switch self {
    case .buildLater: "Build later"
    case .gentle: "Gentle"
    case .balanced: "Balanced"
    case .default: "The one plan left"
    }
  }
}
