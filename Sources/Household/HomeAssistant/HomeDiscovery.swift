import CareJournal

/// The messages by which the box introduces itself and its babies to Home Assistant: one device each, in the vocabulary
/// of 2024.12. If Home Assistant does not know a platform or a root key, it rejects the whole device. It ignores an
/// unknown key inside a component.
package struct HomeDiscovery: Sendable {
  let topics: BoxTopics
  let version: String

  /// The retained messages for the box and its babies.
  package func messages(for babies: [HomeDocument.Baby]) -> [TopicMessage] {
    [boxDevice] + babies.flatMap { [device(of: $0), startedAt(of: $0)] }
  }

  /// The message that removes the device of a baby that is gone.
  package func removal(of baby: Int) -> [TopicMessage] {
    [topics.device(baby), startedAtTopic(baby)].map { TopicMessage(topic: $0, payload: "", isRetained: true) }
  }

  // MARK: Devices

  private var boxDevice: TopicMessage {
    let device: JSONValue = [
      "identifiers": [.string(boxName)], "name": .string("cribside \(topics.box.prefix(4))"),
      "manufacturer": "cribside", "model": "nursery bedside box", "sw_version": .string(version),
    ]
    let components = HomeEntity.ofBox(topics).map { entity in
      component(
        entity, in: boxName, slug: "cribside", state: topics.state,
        set: entity.isSettable ? topics.set(entity.key) : nil)
    }
    return message("homeassistant/device/\(boxName)/config", device, components)
  }

  private func device(of baby: HomeDocument.Baby) -> TopicMessage {
    let components = HomeEntity.ofBaby(baby.number, topics).map { entity in
      component(
        entity, in: name(baby.number), slug: slug(of: baby), state: topics.baby(baby.number, "state"),
        set: entity.isSettable ? topics.set(entity.key, baby: baby.number) : nil)
    }
    return message(topics.device(baby.number), deviceFields(of: baby), components + triggers(baby.number))
  }

  private func deviceFields(of baby: HomeDocument.Baby) -> JSONValue {
    [
      "identifiers": [.string(name(baby.number))], "name": .string(baby.name), "manufacturer": "cribside",
      "model": "baby", "via_device": .string(boxName),
    ]
  }

  private func message(
    _ topic: String, _ device: JSONValue, _ components: [JSONValue.Member]
  ) -> TopicMessage {
    var members = [
      JSONValue.Member(key: "device", value: device), JSONValue.Member(key: "origin", value: origin),
    ]
    members += availability
    members.append(JSONValue.Member(key: "components", value: .object(components)))
    return TopicMessage(topic: topic, payload: JSONWriter.text(.object(members)), isRetained: true)
  }

  private var origin: JSONValue { ["name": "cribside-link", "sw_version": .string(version)] }

  /// Available while this program is connected and the box answers it.
  private var availability: [JSONValue.Member] {
    [
      JSONValue.Member(
        key: "availability",
        value: [["topic": .string(topics.link)], ["topic": .string(topics.answers)]]),
      JSONValue.Member(key: "availability_mode", value: "all"),
    ]
  }

  // MARK: Components

  private func component(
    _ entity: HomeEntity, in device: String, slug: String, state: String, set: String?
  ) -> JSONValue.Member {
    var members = identity(entity, device, slug)
    members.append(
      JSONValue.Member(key: "state_topic", value: .string(entity.eventTopic ?? state)))
    if entity.eventTopic == nil {
      members.append(
        JSONValue.Member(key: "value_template", value: .string("{{ value_json.\(entity.key) }}")))
    }
    if let set { members += settable(set) }
    return JSONValue.Member(key: entity.key, value: .object(members + entity.more))
  }

  private func identity(_ entity: HomeEntity, _ device: String, _ slug: String) -> [JSONValue.Member] {
    [
      JSONValue.Member(key: "platform", value: .string(entity.platform)),
      JSONValue.Member(key: "unique_id", value: .string("\(device)_\(entity.key)")),
      JSONValue.Member(key: "name", value: .string(entity.name)),
      JSONValue.Member(
        key: "default_entity_id", value: .string("\(entity.platform).\(slug)_\(entity.key)")),
      JSONValue.Member(key: "qos", value: 1),
    ]
  }

  /// The fields of an entity that accepts wishes. The template gives each wish a time, by which it is recognised and
  /// expires. A version without such a template for switches ignores it and sends the plain word.
  private func settable(_ topic: String) -> [JSONValue.Member] {
    [
      JSONValue.Member(key: "command_topic", value: .string(topic)),
      JSONValue.Member(
        key: "command_template",
        value: #"{"do":"{{ value }}","at":"{{ now().isoformat() }}"}"#),
    ]
  }

  /// A press at the box, as a trigger for automations.
  private func triggers(_ number: Int) -> [JSONValue.Member] {
    CareNews.buttons.map { button in
      JSONValue.Member(
        key: "button_\(button)",
        value: [
          "platform": "device_automation", "automation_type": "trigger", "type": "button_short_press",
          "subtype": .string(button), "topic": .string(topics.baby(number, "press")),
          "payload": .string(button), "qos": 1,
        ])
    }
  }

  // MARK: Newer platforms, each on a topic of its own

  /// The entity for the start of the running sleep, which the user can change. Its platform is of 2026; older versions
  /// ignore it.
  private func startedAt(of baby: HomeDocument.Baby) -> TopicMessage {
    let entity = HomeEntity(key: "asleep_since", platform: "datetime", name: "Asleep since")
    var members = [
      JSONValue.Member(key: "device", value: deviceFields(of: baby)),
      JSONValue.Member(key: "origin", value: origin),
    ]
    members += availability
    members += identity(entity, name(baby.number), slug(of: baby)).filter { $0.key != "platform" }
    members += [
      JSONValue.Member(key: "state_topic", value: .string(topics.baby(baby.number, "state"))),
      JSONValue.Member(key: "value_template", value: "{{ value_json.asleep_since }}"),
      JSONValue.Member(
        key: "command_topic", value: .string(topics.set(entity.key, baby: baby.number))),
    ]
    return TopicMessage(
      topic: startedAtTopic(baby.number), payload: JSONWriter.text(.object(members)), isRetained: true)
  }

  // MARK: Names

  private var boxName: String { "cribside_\(topics.box)" }

  private func name(_ number: Int) -> String { "\(boxName)_\(number)" }

  private func startedAtTopic(_ number: Int) -> String {
    "homeassistant/datetime/\(name(number))/asleep_since/config"
  }

  /// The baby's name in the letters that an entity's id may contain.
  private func slug(of baby: HomeDocument.Baby) -> String {
    let name = baby.name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let hasLetters = name.contains { $0 != "_" }
    return "cribside_" + (hasLetters ? String(name) : "baby_\(baby.number)")
  }
}
