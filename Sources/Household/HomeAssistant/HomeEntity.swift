import CareJournal

/// One entity in Home Assistant: its platform, its name, and what else it needs.
struct HomeEntity {
  /// The name of the value in the state, and the end of the entity's id.
  let key: String
  let platform: String
  let name: String
  /// What its platform needs in addition to the state topic and the template.
  var more: [JSONValue.Member] = []
  /// Whether it accepts wishes.
  var isSettable = false
  /// Where its events are published; nil for an entity with a state.
  var eventTopic: String?

  /// The states of the day, as the box names them.
  static let dayStates = [
    "notStarted", "awakeEarly", "awakeApproaching", "awakeBeyond", "napWindowClosed", "bedtimeWindow",
    "sleepingNoPressure", "sleepingApproachingCutoff", "sleepingMustEnd", "nightSleep",
  ]
  static let sides = ["left", "right", "both"]
  static let planStyles = ["buildLater", "gentle", "balanced", "default"]
  static let cribStates = ["empty", "awake", "asleep", "unknown"]

  /// The entities of a baby. Their platforms are all of 2024.12, since Home Assistant rejects the whole device for one
  /// that it does not know.
  static func ofBaby(_ number: Int, _ topics: BoxTopics) -> [HomeEntity] {
    [
      choice("state", "Day state", dayStates),
      HomeEntity(
        key: "asleep", platform: "switch", name: "Asleep", more: icon("mdi:sleep"), isSettable: true),
      HomeEntity(
        key: "feeding", platform: "switch", name: "Feeding", more: icon("mdi:baby-bottle-outline"),
        isSettable: true),
      time("next_nap", "Next nap"), time("wake_by", "Wake by"), time("bedtime", "Bedtime"),
      time("last_sleep", "Last sleep"), time("last_feed", "Last feed"),
      HomeEntity(
        key: "sleep_24h", platform: "sensor", name: "Sleep in 24 h",
        more: [
          text("device_class", "duration"), text("unit_of_measurement", "min"),
          text("state_class", "measurement"),
        ]),
      HomeEntity(
        key: "intake_24h", platform: "sensor", name: "Intake in 24 h",
        more: [text("unit_of_measurement", "mL"), text("state_class", "measurement")]),
      choice("next_side", "Next side", sides),
      HomeEntity(
        key: "plan_style", platform: "select", name: "Plan style",
        more: [JSONValue.Member(key: "options", value: .array(planStyles.map { .string($0) }))],
        isSettable: true),
      events("event", "Diary", CareNews.names, topics.baby(number, "event")),
      HomeEntity(
        key: "button", platform: "event", name: "Button",
        more: [
          text("device_class", "button"),
          JSONValue.Member(key: "event_types", value: .array(CareNews.buttons.map { .string($0) })),
          text("value_template", #"{"event_type":"{{ value }}"}"#),
        ], eventTopic: topics.baby(number, "press")),
      events("alert", "Alert", HomeAlert.ofBaby.map(\.rawValue), topics.baby(number, "alert")),
    ]
  }

  /// The entities of the box itself.
  static func ofBox(_ topics: BoxTopics) -> [HomeEntity] {
    [
      HomeEntity(
        key: "quiet", platform: "switch", name: "Quiet session", more: icon("mdi:power-sleep"),
        isSettable: true),
      choice("crib", "Crib", cribStates),
      HomeEntity(
        key: "problem", platform: "binary_sensor", name: "Problem",
        more: [
          text("device_class", "problem"), text("entity_category", "diagnostic"),
          text("json_attributes_topic", topics.state),
        ]),
      HomeEntity(
        key: "unsaved", platform: "sensor", name: "Events not saved",
        more: [text("state_class", "measurement"), text("entity_category", "diagnostic")]),
      events("alert", "Alert", HomeAlert.ofBox.map(\.rawValue), topics.alert),
    ]
  }

  private static func choice(_ key: String, _ name: String, _ options: [String]) -> HomeEntity {
    HomeEntity(
      key: key, platform: "sensor", name: name,
      more: [
        text("device_class", "enum"),
        JSONValue.Member(key: "options", value: .array(options.map { .string($0) })),
      ])
  }

  private static func time(_ key: String, _ name: String) -> HomeEntity {
    HomeEntity(key: key, platform: "sensor", name: name, more: [text("device_class", "timestamp")])
  }

  private static func events(_ key: String, _ name: String, _ types: [String], _ topic: String) -> HomeEntity
  {
    HomeEntity(
      key: key, platform: "event", name: name,
      more: [JSONValue.Member(key: "event_types", value: .array(types.map { .string($0) }))],
      eventTopic: topic)
  }

  private static func icon(_ name: String) -> [JSONValue.Member] { [text("icon", name)] }

  private static func text(_ key: String, _ value: String) -> JSONValue.Member {
    JSONValue.Member(key: key, value: .string(value))
  }
}
