import Nursery

extension QuietAction {
  /// The action's name in files, configuration and commands.
  public var word: String {
    switch self {
    case .nap: "nap"
    case .feed: "feed"
    case .lamp: "lamp"
    case .sound: "sound"
    }
  }

  /// The action of a name; nil for anything else.
  public init?(word: String) {
    guard let action = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = action
  }
}

extension FieldKind where Value == QuietAction {
  /// What a shield may let through.
  public static var quietAction: FieldKind {
    .oneOf(["nap": .nap, "feed": .feed, "lamp": .lamp, "sound": .sound])
  }
}
