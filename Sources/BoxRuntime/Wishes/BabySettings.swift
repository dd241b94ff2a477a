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
      "dreamFeed": .string(resident.baby.dreamFeed?.text),
      "dayStart": .string(resident.baby.dayStart.text), "plan": plan(resident.plan),
    ]
  }

  private func plan(_ plan: PlanSettings) -> JSONValue {
    [
      "naps": .integer(plan.naps), "napLengths": lengths(plan.napLengths),
      "wakeWindows": [
        "min": .integer(plan.wakeWindows.minimum), "max": .integer(plan.wakeWindows.maximum),
        "last": .integer(plan.wakeWindows.last), "maxFirst": .integer(plan.wakeWindows.maximumFirst),
      ],
      "powerSleep": [
        "enabled": .bool(plan.powerSleep.isEnabled), "targetMinutes": .integer(plan.powerSleep.targetMinutes),
      ],
      "awake": window(plan.awake), "asleep": window(plan.asleep), "learn": .string(name(of: plan.learn)),
      "style": .string(plan.style?.key),
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
}
