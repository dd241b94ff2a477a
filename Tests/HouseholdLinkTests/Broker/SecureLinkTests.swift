import LinuxBoard
import Testing

@testable import HouseholdLink

/// TLS with an authority's file and with a shared key; user and password.
@Suite(.enabled(if: TestBroker.isInstalled), .serialized) struct SecureLinkTests {
  /// An authority, and a broker's certificate for `localhost`, both made by openssl.
  private func certificates() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let place = folder.path
    let steps = [
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=home", "-keyout", place + "/ca.key", "-out", place + "/ca.crt",
      ],
      [
        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=broker",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", place + "/broker.key", "-out",
        place + "/broker.csr",
      ],
      [
        "x509", "-req", "-in", place + "/broker.csr", "-CA", place + "/ca.crt", "-CAkey", place + "/ca.key",
        "-CAcreateserial", "-days", "2", "-copy_extensions", "copyall", "-out", place + "/broker.crt",
      ],
    ]
    for step in steps {
      try #require(
        try ChildProcess.run("openssl", step + ["-batch"].filter { _ in step[0] == "req" }).exit == 0)
    }
    return folder
  }

  private func secure(_ folder: ScratchFolder) throws -> LinkBench {
    try LinkBench(
      broker: try TestBroker([
        "allow_anonymous true", "certfile \(folder.path)/broker.crt", "keyfile \(folder.path)/broker.key",
      ]))
  }

  @Test("A broker is accepted by its authority and its name")
  func aBrokerIsAcceptedByItsAuthorityAndItsName() throws {
    let folder = try certificates()
    let bench = try secure(folder)
    try bench.addBox("aaa") {
      $0.broker = BrokerAddress("mqtts://localhost:\(bench.broker.port)")!
      $0.access.authorityFile = folder.path + "/ca.crt"
    }
    try bench.turn { bench.areAllUp }
  }

  @Test("A broker of another name or authority is refused")
  func aBrokerOfAnotherNameOrAuthorityIsRefused() throws {
    let (folder, other) = (try certificates(), try certificates())
    let bench = try secure(folder)
    try bench.addBox("aaa") {
      $0.broker = BrokerAddress("mqtts://127.0.0.1:\(bench.broker.port)")!
      $0.access.authorityFile = folder.path + "/ca.crt"
    }
    try bench.addBox("bbb") {
      $0.broker = BrokerAddress("mqtts://localhost:\(bench.broker.port)")!
      $0.access.authorityFile = other.path + "/ca.crt"
    }
    try bench.turn(milliseconds: 1500)
    #expect(bench.servers.allSatisfy { !$0.isUp })
    #expect(bench.said.count >= 2)
  }

  @Test("A shared key opens the broker")
  func aSharedKeyOpensTheBroker() throws {
    let broker = try TestBroker(
      ["allow_anonymous true", "psk_hint home", "psk_file @/keys", "use_identity_as_username true"],
      files: ["keys": "aaa:00112233445566778899aabbccddeeff\n"])
    let bench = try LinkBench(broker: broker)
    for (id, key) in [
      ("aaa", "00112233445566778899aabbccddeeff"), ("bbb", "ff112233445566778899aabbccddeeff"),
    ] {
      try bench.addBox(id) {
        $0.broker = BrokerAddress("mqtts://127.0.0.1:\(bench.broker.port)")!
        ($0.access.keyIdentity, $0.access.key) = ("aaa", key)
      }
    }
    try bench.turn { bench.servers[0].isUp }
    try bench.turn(milliseconds: 500)
    #expect(!bench.servers[1].isUp)
  }

  @Test("User and password open the broker")
  func userAndPasswordOpenTheBroker() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/passwords"
    try #require(try ChildProcess.run("mosquitto_passwd", ["-b", "-c", file, "anna", "secret"]).exit == 0)
    let bench = try LinkBench(broker: try TestBroker(["allow_anonymous false", "password_file \(file)"]))
    try bench.addBox("aaa") { ($0.access.user, $0.access.password) = ("anna", "secret") }
    try bench.turn { bench.areAllUp }
  }

  @Test("The example access list confines a box to its own topics")
  func theExampleAccessListConfinesABoxToItsOwnTopics() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/passwords"
    for (index, user) in ["7c1e9a04b2d1", "bbb", "homeassistant"].enumerated() {
      let words = (index == 0 ? ["-b", "-c"] : ["-b"]) + [file, user, "secret"]
      try #require(try ChildProcess.run("mosquitto_passwd", words).exit == 0)
    }
    let list =
      "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
      + "/Deploy/household/mosquitto.acl"
    let bench = try LinkBench(
      broker: try TestBroker(["allow_anonymous false", "password_file \(file)", "acl_file \(list)"]))
    for box in ["7c1e9a04b2d1", "bbb"] {
      try bench.addBox(box) {
        ($0.access.user, $0.access.password) = (box, "secret")
        $0.servesHomeAssistant = box != "bbb"
      }
    }
    let home = try bench.observe(["cribside/#", "homeassistant/#"]) {
      ($0.access.user, $0.access.password) = ("homeassistant", "secret")
    }
    let root = "cribside/home/7c1e9a04b2d1"
    let wanted = [
      root + "/baby/1/state", "cribside/home/bbb/have", "homeassistant/device/cribside_7c1e9a04b2d1_1/config",
    ]
    try bench.turn { wanted.allSatisfy { home.last[$0] != nil } }
    home.send(root + "/baby/1/set/asleep", "ON")
    try bench.turn { !bench.boxes[0].commands.isEmpty }
    try bench.boxes[1].press()
    try bench.turn { bench.boxes[0].have["bbb"] == 1 && bench.boxes[1].have["7c1e9a04b2d1"] == 1 }
    // A box that publishes as another one, or sends wishes, is refused.
    let forger = try bench.observe([]) { ($0.access.user, $0.access.password) = ("bbb", "secret") }
    for topic in ["/line", "/have", "/want", "/link", "/set/quiet", "/baby/1/set/asleep"] {
      forger.send(root + topic, "ON")
    }
    try bench.turn { forger.connection.unacknowledged == 0 }
    #expect(forger.refusals == [String](repeating: "Not authorized", count: 6))
    #expect(bench.said.allSatisfy { $0.hasPrefix("connected to ") }, "\(bench.said)")
  }
}
