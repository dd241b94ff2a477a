import Nursery

/// Columns and words of Baby Buddy's tables of sleep and of feedings, as its own import tests have them
/// (github.com/babybuddy/babybuddy, core/tests/import/sleep.csv and feeding.csv).
enum BabyBuddyWords {
  static let sleepColumns = ["child_id", "start", "end", "notes"]
  static let feedingColumns = ["child_id", "start", "end", "type", "method", "amount", "notes"]
  static let types = ["breast milk", "formula", "fortified breast milk", "solid food"]

  /// A milk's word.
  static func type(_ milk: Milk) -> String { types[milk == .breast ? 0 : 1] }

  /// The milk that a word stands for; nil for solid food.
  static func milk(_ type: String) -> Milk? {
    switch type {
    case "breast milk", "fortified breast milk": .breast
    case "formula": .formula
    default: nil
    }
  }

  static let bottle = "bottle"
  static let breasts: [(word: String, side: NursingSide)] = [
    ("left breast", .left), ("right breast", .right), ("both breasts", .both),
  ]
  /// Ways to feed of which this log has no kind.
  static let otherMethods = ["parent fed", "self fed"]

  static var methods: [String] { [bottle] + breasts.map(\.word) + otherMethods }

  /// A breast's word; a nursing whose side is not known counts as both.
  static func method(_ side: NursingSide?) -> String {
    breasts.first { $0.side == side ?? .both }?.word ?? bottle
  }
}
