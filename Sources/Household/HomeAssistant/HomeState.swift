import CareJournal

/// The state topics of a document: one for the box and one for each baby. Every entity takes its value from them. A
/// value that is not known is `null`, which Home Assistant shows as unknown.
package enum HomeState {
  /// The retained messages of a document.
  package static func messages(of document: HomeDocument, _ topics: BoxTopics) -> [TopicMessage] {
    let babies = document.babies.map {
      message(topics.baby($0.number, "state"), values(of: $0))
    }
    return [message(topics.state, values(of: document))] + babies
  }

  private static func message(_ topic: String, _ values: JSONValue) -> TopicMessage {
    TopicMessage(topic: topic, payload: JSONWriter.text(values), isRetained: true)
  }

  private static func values(of document: HomeDocument) -> JSONValue {
    [
      "quiet": onOff(document.isQuiet), "crib": word(document.crib, of: HomeEntity.cribStates),
      "problem": onOff(document.wantsAttention || document.storageFault != nil),
      "unsaved": .integer(document.unsaved), "storage_fault": text(document.storageFault),
    ]
  }

  private static func values(of baby: HomeDocument.Baby) -> JSONValue {
    [
      "state": word(baby.state, of: HomeEntity.dayStates), "asleep": onOff(baby.running("sleep") != nil),
      "feeding": onOff(baby.running("nursing") != nil), "next_nap": text(baby.nextNap),
      "wake_by": text(baby.wakeBy), "bedtime": text(baby.bedtime), "last_sleep": text(baby.lastSleep),
      "last_feed": text(baby.lastFeed), "asleep_since": text(baby.running("sleep")?.start),
      "sleep_24h": number(baby.sleepMinutes), "intake_24h": number(baby.milliliters),
      "next_side": word(baby.nextSide, of: HomeEntity.sides),
      "plan_style": word(baby.planStyle, of: HomeEntity.planStyles),
    ]
  }

  private static func onOff(_ value: Bool) -> JSONValue { .string(value ? "ON" : "OFF") }

  private static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  private static func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }

  /// A word, or unknown if the entity does not list the word: Home Assistant would reject it with an error.
  private static func word(_ value: String?, of options: [String]) -> JSONValue {
    value.flatMap { options.contains($0) ? .string($0) : nil } ?? .null
  }
}
