import Bedside
import CareJournal
import Nursery

/// A baby's settings in the state document, with the names that `cribside set` and the configuration use. Null means
/// that the baby's age decides.
struct BabySettings {
  let resident: BedsideSettings.Resident

  /// Every field.
  var json: JSONValue {
    [
      "bedtime": .string(resident.baby.bedtime.text),
      "feedIntervalMinutes": .integer(resident.baby.feedIntervalMinutes),
      "dreamFeed": resident.baby.dreamFeed.map { .string($0.text) } ?? .null,
      "dayStart": .string(resident.baby.dayStart.text), "plan": plan(resident.plan),
    ]
  }

  private func plan(_ plan: PlanSettings) -> JSONValue {
    [
      "naps": number(plan.naps), "napLengths": lengths(plan.napLengths),
      "wakeWindows": [
        "min": number(plan.wakeWindows.minimum), "max": number(plan.wakeWindows.maximum),
        "last": number(plan.wakeWindows.last), "maxFirst": number(plan.wakeWindows.maximumFirst),
      ],
      "powerSleep": [
        "enabled": .bool(plan.powerSleep.isEnabled), "targetMinutes": .integer(plan.powerSleep.targetMinutes),
      ],
      "awake": window(plan.awake), "asleep": window(plan.asleep), "learn": .string(name(of: plan.learn)),
      "style": plan.style.map { .string($0.key) } ?? .null,
    ]
  }

  private func lengths(_ lengths: NapLengths) -> JSONValue {
    [
      "one": list(lengths.one), "two": list(lengths.two), "three": list(lengths.three),
      "four": list(lengths.four), "five": list(lengths.five),
    ]
  }

  private func window(_ window: ClockWindow?) -> JSONValue {
    ["start": time(window?.start), "end": time(window?.end)]
  }

  private func name(of mode: LearningMode) -> String {
    switch mode {
    case .auto: "auto"
    case .show: "show"
    case .off: "off"
    }
  }

  private func list(_ minutes: [Int]?) -> JSONValue {
    minutes.map { .array($0.map { .integer($0) }) } ?? .null
  }

  private func time(_ minutes: Int?) -> JSONValue {
    minutes.map { .string(WallTime(minutesAfterMidnight: $0).text) } ?? .null
  }

  private func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
}
