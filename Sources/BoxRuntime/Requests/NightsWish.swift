import Bedside
import Nursery

/// What `cribside nights` asks of a box.
package struct NightsWish: Hashable, Sendable {
  /// The baby's name or number; nil: the one that the buttons speak of.
  package var baby: String?
  /// What to keep about nights first.
  package var words: [NightWord] = []
  /// How many calendar nights, up to the last one that is over.
  package var days = SleepAnalyzer.weekNights
  package var isJSON: Bool

  /// How many may be asked for: a week and the ninety nights that are kept before it.
  package static let dayRange = 1...SleepStore.keptNights

  package init(
    baby: String? = nil, words: [NightWord] = [], days: Int = SleepAnalyzer.weekNights, isJSON: Bool
  ) {
    self.baby = baby
    self.words = words
    self.days = days
    self.isJSON = isJSON
  }
}

/// A word about a night, as it is typed: `5400`, or `2026-02-10=5400`.
package struct NightWord: Hashable, Sendable {
  /// The night's evening; nil: the last night's.
  package var evening: CivilDate?
  package var word: NightRemark.Word

  /// Steps; nil for anything else.
  package init?(steps text: String) {
    self.init(text) { Int($0).flatMap { NightWord.stepRange.contains($0) ? .steps($0) : nil } }
  }

  /// A rating, or `none` to take it back; nil for anything else.
  package init?(rating text: String) {
    self.init(text) { value in
      if value == "none" { return .rating(nil) }
      let range = NightScore.least...NightScore.best
      return Int(value).flatMap { range.contains($0) ? .rating($0) : nil }
    }
  }

  private init?(_ text: String, word: (String) -> NightRemark.Word?) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let value = parts.last, let word = word(value) else { return nil }
    self.word = word
    guard parts.count == 2 else { return }
    guard let date = ISO8601.date(parts[0]) else { return nil }
    evening = date
  }

  /// More than anybody walks in a day.
  package static let stepRange = 0...200_000
}
