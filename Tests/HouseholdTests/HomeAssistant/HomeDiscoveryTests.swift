import CareJournal
import FoundationEssentials
import Testing

@testable import Household

/// What Home Assistant is offered. `CRIBSIDE_RECORD=1` records the fixture again.
@Suite struct HomeDiscoveryTests {
  private static let path =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/Fixtures/household/discovery.txt"

  private func messages(_ text: String = Document.awake) throws -> [TopicMessage] {
    let document = try HomeDocument(text)
    return HomeDiscovery(topics: Document.topics, version: document.version).messages(for: document.babies)
  }

  @Test("The offer is as recorded")
  func theOfferIsAsRecorded() throws {
    let text = try messages().map { "\($0.topic)\n\($0.payload)\n" }.joined()
    if ProcessInfo.processInfo.environment["CRIBSIDE_RECORD"] == "1" {
      try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOfFile: Self.path, encoding: .utf8)
    #expect(recorded == text)
  }

  @Test("Every device keeps to the words of 2024")
  func everyDeviceKeepsToTheWordsOf2024() throws {
    let root: Set = ["device", "origin", "components", "availability", "availability_mode"]
    let platforms: Set = ["sensor", "binary_sensor", "switch", "select", "event", "device_automation"]
    let devices = try messages().filter { $0.topic.hasPrefix("homeassistant/device/") && !$0.payload.isEmpty }
    #expect(devices.count == 2)
    for device in devices {
      let members = try object(device.payload)
      #expect(Set(members.map(\.key)).isSubset(of: root))
      let components = try #require(members.first { $0.key == "components" })
      for component in try object(components.value) {
        var fields = try Fields(component.value)
        let platform = try fields.required("platform", as: .string)
        #expect(platforms.contains(platform))
        let quality = try fields.required("qos", as: .integer)
        #expect(quality == 1)
        if platform == "device_automation" { continue }
        let (id, name) = (
          try fields.required("unique_id", as: .string), try fields.required("default_entity_id", as: .string)
        )
        #expect(id.hasPrefix("cribside_7c1e9a04b2d1_") && name.hasPrefix(platform + ".cribside"))
      }
    }
  }

  @Test("Everything is retained")
  func everythingIsRetained() throws {
    let all = try messages()
    #expect(all.allSatisfy { $0.isRetained })
  }

  @Test("Ids are unique")
  func idsAreUnique() throws {
    let text = try messages().map(\.payload).joined()
    let ids = text.split(separator: "\"unique_id\":\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(ids.count > 15 && Set(ids).count == ids.count)
  }

  @Test(
    "A name becomes the letters of an entity's id",
    arguments: [
      ("Ada", "cribside_ada_"), ("Ada Lovelace", "cribside_ada_lovelace_"), ("Zoë", "cribside_zo__"),
      ("愛", "cribside_baby_1_"),
    ])
  func slugs(name: String, slug: String) throws {
    let device = try messages(Document.text(name: name))[1].payload
    #expect(device.contains("\"default_entity_id\":\"sensor.\(slug)next_nap\""))
    #expect(device.contains(#""unique_id":"cribside_7c1e9a04b2d1_1_next_nap""#))
    #expect(device.contains("\"name\":\"\(name)\""))
  }

  private func object(_ text: String) throws -> [JSONValue.Member] { try object(try JSONReader.read(text)) }

  private func object(_ value: JSONValue) throws -> [JSONValue.Member] {
    guard case .object(let members) = value.kind else {
      throw FieldFault(path: "", line: 0, expected: "an object", found: "")
    }
    return members
  }
}
