import CareJournal
import Nursery

/// What `cribside set` changes.
package enum PlanWish: Hashable, Sendable {
  /// Settings, by their keys in the configuration.
  case settings([SettingChange])
  /// Parts of a wish for this waking day only.
  case today([DayChange])
}

/// One setting to change.
package struct SettingChange: Hashable, Sendable {
  /// Its key within a baby, or from the top of the configuration: `plan.naps`.
  package var key: String
  /// Its new value; nil: as the configuration file has it.
  package var value: JSONValue?

  /// A change with all its parts.
  package init(key: String, value: JSONValue?) { (self.key, self.value) = (key, value) }
}

/// One part of a day's wish; nil removes it.
package enum DayChange: Hashable, Sendable {
  case asleep(ClockWindow?)
  case awake(ClockWindow?)
  case naps(Int?)
  case bed(WallTime?)
  /// Removes all wishes.
  case nothing

  /// The part that it changes; nil: all of them.
  var part: DayWish.Part? {
    switch self {
    case .asleep: .asleep
    case .awake: .awake
    case .naps: .naps
    case .bed: .bed
    case .nothing: nil
    }
  }
}

/// A value that does not fit its key.
package struct WordFault: Error, Hashable, Sendable {
  package var word: String
  package var expected: String
}

extension PlanWish {
  /// The word that sets a setting back to the age's value, or removes a part of a wish.
  private static let nothing: Set<String> = ["none", "null", "age"]
  /// The word that sets a setting back to the configuration file's value.
  private static let configured = "configured"

  /// Reads `plan.naps` and `2`, or `today` and `naps`, `1`, `bed`, `18:45`.
  package init(_ key: String, _ words: [String]) throws(WordFault) {
    guard key == "today" else {
      guard words.count == 1, let word = words.first else {
        throw WordFault(word: words.joined(separator: " "), expected: "one value")
      }
      self = .settings(try PlanWish.settings(key, word))
      return
    }
    self = .today(try PlanWish.day(words))
  }

  /// The two settings of a span of the day.
  private static func settings(_ key: String, _ word: String) throws(WordFault) -> [SettingChange] {
    guard key.hasSuffix(".asleep") || key.hasSuffix(".awake") else {
      // A text that is no time is refused later, with its position in the file.
      if key == "bedtime", ISO8601.typedTime(word) != nil { _ = try bed(word) }
      return [SettingChange(key: key, value: word == configured ? Optional.none : value(word, of: key))]
    }
    if word == configured {
      return ["start", "end"].map { SettingChange(key: "\(key).\($0)", value: .none) }
    }
    let window = nothing.contains(word) ? nil : try stretch(word)
    return [("start", window?.start), ("end", window?.end)].map { name, minutes in
      let text = minutes.map { WallTime(minutesAfterMidnight: $0).text }
      return SettingChange(key: "\(key).\(name)", value: .string(text))
    }
  }

  /// The value of a word: a time, numbers, `true`, `none`, or the word itself.
  private static func value(_ word: String, of key: String) -> JSONValue {
    if nothing.contains(word) { return .null }
    if let time = ISO8601.typedTime(word) { return .string(time.text) }
    let numbers = word.filter { $0 != " " && $0 != "[" && $0 != "]" }.split(separator: ",").map { Int($0) }
    let known = numbers.compactMap { $0 }
    if !known.isEmpty, known.count == numbers.count {
      let isList = known.count > 1 || word.hasPrefix("[") || key.hasPrefix("plan.napLengths.")
      return isList ? .array(known.map { .integer($0) }) : .integer(known[0])
    }
    switch word {
    case "true", "yes", "on": return .bool(true)
    case "false", "no": return .bool(false)
    case "off" where !key.hasSuffix(".learn") && !key.hasSuffix(".mode"): return .bool(false)
    default: return Double(word).map { JSONValue(.number($0)) } ?? .string(word)
    }
  }

  private static func day(_ words: [String]) throws(WordFault) -> [DayChange] {
    if words.count == 1, nothing.contains(words[0]) { return [.nothing] }
    let expected = "none, or some of asleep 12:30-14:00, awake 15:00-16:00, naps 1, bed 18:45"
    guard !words.isEmpty, words.count.isMultiple(of: 2) else {
      throw WordFault(word: words.joined(separator: " "), expected: expected)
    }
    var changes: [DayChange] = []
    for index in stride(from: 0, to: words.count, by: 2) {
      let (part, word) = (words[index], words[index + 1])
      let isNothing = nothing.contains(word)
      switch part {
      case "asleep": changes.append(.asleep(isNothing ? nil : try stretch(word)))
      case "awake": changes.append(.awake(isNothing ? nil : try stretch(word)))
      case "naps": changes.append(.naps(isNothing ? nil : try naps(word)))
      case "bed", "bedtime": changes.append(.bed(isNothing ? nil : try bed(word)))
      default: throw WordFault(word: part, expected: expected)
      }
    }
    return changes
  }

  private static func naps(_ word: String) throws(WordFault) -> Int {
    guard let naps = Int(word), 1...WakingDayPlan.mostNaps ~= naps else {
      throw WordFault(word: word, expected: "naps: a whole number from 1 to \(WakingDayPlan.mostNaps)")
    }
    return naps
  }

  private static func bed(_ word: String) throws(WordFault) -> WallTime {
    guard let time = ISO8601.typedTime(word) else {
      throw WordFault(word: word, expected: "bed: a time HH:MM")
    }
    guard isBedtime(time) else { throw WordFault(word: word, expected: bedtimeWords) }
    return time
  }

  /// What a bedtime has to be, in words.
  package static let bedtimeWords = "a bedtime in the evening, such as 19:00"

  /// Whether a time may be a bedtime: from noon to four in the morning. 7:00 means 19:00.
  package static func isBedtime(_ time: WallTime) -> Bool { !(240..<720 ~= time.minutesAfterMidnight) }

  /// The lengths that a span may have, in minutes.
  private static let stretchMinutes = 10...240

  private static func stretch(_ word: String) throws(WordFault) -> ClockWindow {
    let ends = word.split { $0 == "-" || $0 == "–" }.compactMap { ISO8601.typedTime(String($0)) }
    guard ends.count == 2, stretchMinutes ~= ends[1].minutesAfterMidnight - ends[0].minutesAfterMidnight
    else {
      throw WordFault(word: word, expected: "a stretch of 10 to 240 minutes within a day, as 12:30-14:00")
    }
    return ClockWindow(start: ends[0].minutesAfterMidnight, end: ends[1].minutesAfterMidnight)
  }
}
