import Nursery

extension StrictnessMode {
  /// The mode's name in files, configuration and commands.
  public var word: String {
    switch self {
    case .strict: "strict"
    case .flexible: "flexible"
    }
  }
}

extension FieldKind where Value == StrictnessMode {
  /// Whether a session can be cancelled.
  public static var strictness: FieldKind { .oneOf(["strict": .strict, "flexible": .flexible]) }
}
