import Household
import LinuxBoard
import Testing

@testable import HouseholdLink

/// `household` in the configuration file.
@Suite struct ConfigurationTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try PlainFile.write(Array("secret\n".utf8), to: folder.path + "/secret")
  }

  private func read(_ text: String, broker: String? = nil, name: String? = nil) throws -> LinkSettings {
    let path = folder.path + "/cribside.json5"
    try PlainFile.write(
      Array(text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: folder.path).utf8),
      to: path)
    return try HouseholdConfiguration.read(path, broker: broker, name: name)
  }

  @Test("Every key is read")
  func everyKeyIsRead() throws {
    let settings = try read(
      """
      { board: "pi-4", babies: [], // the box's
        household: { name: "home", broker: "mqtts://broker.local", user: "anna", passwordFile: "@/secret",
          caFile: "/etc/cribside/ca.crt", boxes: ["7c1e9a04b2d1"], homeAssistant: false } }
      """)
    #expect(settings.household == "home")
    #expect(settings.broker?.description == "mqtts://broker.local:8883")
    #expect(settings.access.user == "anna" && settings.access.password == "secret")
    #expect(settings.access.authorityFile == "/etc/cribside/ca.crt")
    #expect(settings.membership == .listed(["7c1e9a04b2d1"]))
    #expect(!settings.servesHomeAssistant)
  }

  @Test("A shared key is read")
  func aSharedKeyIsRead() throws {
    let settings = try read(
      #"{household:{name:"h",broker:"mqtts://[fd00::1]:8884",pskIdentity:"a",pskFile:"@/secret",boxes:"open"}}"#
    )
    #expect(settings.access.keyIdentity == "a" && settings.access.key == "secret")
    #expect(settings.broker?.host == "fd00::1" && settings.broker?.port == 8884)
    #expect(settings.membership == .open)
    #expect(settings.servesHomeAssistant)
  }

  @Test("Baby Buddy alone and named boxes are read")
  func babyBuddyAloneAndNamedBoxesAreRead() throws {
    let settings = try read(
      #"{household:{boxes:[{id:"aaa",name:"downstairs"},"bbb"],babyBuddy:{url:"http://buddy:8000/",tokenFile:"@/secret"}}}"#
    )
    #expect(
      settings.broker == nil && settings.buddy == BuddySettings(url: "http://buddy:8000", token: "secret"))
    #expect(settings.membership == .listed(["aaa", "bbb"]))
    #expect(throws: LinkFault.self) {
      try read(#"{household:{babyBuddy:{url:"buddy:8000",tokenFile:"@/secret"}}}"#)
    }
  }

  @Test("The command line overrides the file")
  func theCommandLineOverridesTheFile() throws {
    let settings = try read(#"{household:{name:"h",broker:"mqtt://a"}}"#, broker: "mqtt://b:1", name: "k")
    #expect(settings.household == "k" && settings.broker?.description == "mqtt://b:1")
    let plain = try HouseholdConfiguration.settings(broker: "mqtt://c", name: "n")
    #expect(plain.membership == .listed([]))
  }

  @Test(
    "A wrong value is refused with its place",
    arguments: [
      ("{}", "household.broker"), (#"{household:{name:"h"}}"#, "household.broker"),
      (#"{household:{name:"h",broker:"http://x"}}"#, "household.broker"),
      (#"{household:{name:"a/b",broker:"mqtt://x"}}"#, "household.name"),
      (#"{household:{name:"h",broker:"mqtt://x",colour:1}}"#, "household.colour"),
      (#"{household:{name:"h",broker:"mqtts://x"}}"#, "household.broker"),
      (#"{household:{name:"h",broker:"mqtt://x",caFile:"/x"}}"#, "household.broker"),
      (#"{household:{name:"h",broker:"mqtt://x",passwordFile:"@/secret"}}"#, "household.user"),
      (#"{household:{name:"h",broker:"mqtts://x",pskIdentity:"a"}}"#, "household.pskIdentity"),
      (#"{household:{name:"h",broker:"mqtt://x",boxes:"all"}}"#, "household.boxes"),
      (#"{household:{name:"h",broker:"mqtt://x",boxes:[1]}}"#, "household.boxes"),
      (#"{household:{name:"h",broker:"mqtt://x",user:"a",passwordFile:"/nowhere"}}"#, "/nowhere"),
      ("{household:", ":1:"), ("[]", "an object"),
    ])
  func refused(text: String, place: String) throws {
    do {
      _ = try read(text)
      Issue.record("\(text) is accepted")
    } catch let fault as LinkFault {
      #expect(fault.description.contains(place))
    }
  }

  @Test(
    "The address of a broker is read",
    arguments: [
      ("mqtt://a", "mqtt://a:1883"), ("mqtt://a/", "mqtt://a:1883"), ("mqtts://a:1", "mqtts://a:1"),
      ("mqtt://[::1]", "mqtt://[::1]:1883"), ("mqtt://", nil), ("mqtt://a:0", nil), ("mqtt://a:x", nil),
      ("mqtt://a:70000", nil), ("mqtt:/a", nil), ("mqtt://a/b", nil), ("mqtt://u@a", nil), ("tcp://a", nil),
      ("mqtt://[::1", nil), ("", nil),
    ] as [(String, String?)])
  func addresses(text: String, address: String?) {
    #expect(BrokerAddress(text)?.description == address)
  }
}
