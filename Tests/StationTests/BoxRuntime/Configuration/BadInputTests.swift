import LinuxBoard
import Nursery
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// Malformed files are refused as a whole, with file, line, field and what was expected.
@Suite struct BadInputTests {
  private static let header =
    #"{"baby":{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"},"timeZone":"America/New_York"}"#

  private static let scripts: [(text: String, told: String)] = [
    ("", "s.jsonl:1: expected a first line that describes the run, found nothing"),
    ("7", "s.jsonl:1: expected an object"),
    (#"{"timeZone":"America/New_York"}"#, "s.jsonl:1: baby: expected a baby"),
    (#"{"baby":{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}}"#, "s.jsonl:1: timeZone: expected"),
    (
      header.replacing("America/New_York", with: "Mars/Olympus"),
      "s.jsonl:1: timeZone: expected a name of the tz"
    ),
    (header.replacing("18:40", with: "7pm"), "s.jsonl:1: baby.bedtime: expected a time HH:MM"),
    (with(#","x":1}"#), "s.jsonl:1: x: expected"),
    (with(#","board":"pi-9"}"#), "s.jsonl:1: board: expected one of pi-3, pi-4, pi-5, pi-zero-2w"),
    (with(#","seed":-1}"#), "s.jsonl:1: seed: expected"),
    (with(#","config":{"display":{"controller":"lcd"}}}"#), "s.jsonl:1: config.display.controller: expected"),
    (
      with(#","config":{"babies":[{"id":1,"name":"A","birthdate":"2025-01-01","bedtime":"19:00"},"#)
        + #"{"id":1,"name":"B","birthdate":"2025-01-01","bedtime":"19:00"}]}}"#,
      "s.jsonl:1: config.babies[1].id: expected a number that no other baby has"
    ),
    (
      with(#","config":{"buttons":{"extra":"medicine"}}}"#),
      "s.jsonl:1: config.buttons.medicine: expected the medicine that the button logs"
    ),
    (
      with(#","config":{"buttons":{"extra":"nap"}}}"#),
      #"s.jsonl:1: config.buttons.extra: expected one of "nappy", "medicine", "wake", "bottle""#
    ),
    (step(#""press":"nap""#, at: "07:00"), "s.jsonl:3: at: expected a time such as"),
    (step(#""press":"snooze""#), "s.jsonl:3: press: expected one of"),
    (step(#""press":"nap","hold":"nap""#), "s.jsonl:3: expected exactly one of press, doublePress"),
    (step(#""seconds":2"#), "s.jsonl:3: expected exactly one of press, doublePress"),
    (step(#""press":"nap","seconds":2"#), "s.jsonl:3: seconds: expected"),
    (step(#""hold":"nap""#), "s.jsonl:3: seconds: expected"),
    (step(#""hold":"nap","seconds":-1"#), "s.jsonl:3: seconds: expected"),
    (step(#""chord":["nap"],"seconds":1"#), "s.jsonl:3: chord: expected two different buttons"),
    (step(#""chord":["nap","nap"],"seconds":1"#), "s.jsonl:3: chord: expected two different buttons"),
    (step(#""crib":"flying""#), "s.jsonl:3: crib: expected a crib state: one of asleep"),
    (step(#""shot":"../x""#), "s.jsonl:3: shot: expected a name of letters"),
    (step(#""shot":"""#), "s.jsonl:3: shot: expected a name of letters"),
    (step(#""fault":"fire","seconds":1"#), "s.jsonl:3: fault: expected a fault: one of oled-nack"),
    (step(#""fault":"disk-full""#), "s.jsonl:3: seconds: expected"),
    (step(#""power":"off""#), "s.jsonl:3: power: expected one of"),
    (step(#""process":"kill","which":"cat""#), "s.jsonl:3: which: expected a process: one of box, guard"),
    (step(#""clock":"step""#), "s.jsonl:3: seconds: expected"),
    (step(#""clock":"fast""#), "s.jsonl:3: clock: expected one of"),
    (step(#""command":"status""#), "s.jsonl:3: command: expected"),
    (step(#""end":false"#), "s.jsonl:3: end: expected true"),
    (
      step(#""press":"nap""#, at: "2026-02-11T06:59:59-05:00"),
      "s.jsonl:3: at: expected a time not before line 2's"
    ),
    (step(#""press":"nap""#) + "\n\n{", "s.jsonl:5: expected"),
  ]

  @Test("A script's fault names line and field", arguments: scripts.map { TableRow($0, $0.1) })
  func script(row: TableRow<(text: String, told: String)>) {
    let (text, told) = row.fields
    let fault = #expect(throws: ScriptFault.self) {
      try SimulationScript(Array(text.utf8), file: "s.jsonl", zones: Zones.window)
    }
    #expect(fault?.description.hasPrefix(told) == true, "\(fault?.description ?? "")")
  }

  /// The first line with further members.
  private static func with(_ members: String) -> String { header.dropLast() + members }

  /// A valid first line, a valid second one, and a third with the test's content.
  private static func step(_ body: String, at time: String = "2026-02-11T07:05:00-05:00") -> String {
    header + "\n" + #"{"at":"2026-02-11T07:00:00-05:00","press":"nap"}"# + "\n"
      + #"{"at":"\#(time)",\#(body)}"#
  }

  @Test("A script with a fault plays nothing and writes nothing")
  func faultyScriptWritesNothing() throws {
    let folder = try ScratchFolder()
    try PlainFile.write(Array(Self.step(#""press":"snooze""#).utf8), to: folder.path + "/s.jsonl")
    let answer = ScriptRun(
      script: folder.path + "/s.jsonl", frames: folder.path + "/frames", state: folder.path + "/state",
      report: folder.path + "/report"
    ).answer()
    #expect(answer.exit == .data)
    #expect(answer.error.hasPrefix(folder.path + "/s.jsonl:3: press: expected"))
    #expect(try folder.names() == ["s.jsonl"])
  }

  @Test("A missing script is an I/O error")
  func missingScript() {
    #expect(ScriptRun(script: "/nowhere/s.jsonl").answer().exit == .io)
  }

  private static let baby = #"{name: "Mia", birthdate: "2025-09-14", bedtime: "18:40"}"#

  /// A configuration with its plan on the second line.
  private static func plan(_ members: String) -> String {
    "{babies: [" + baby.dropLast() + ",\nplan: {" + members + "}}]}"
  }

  private static let configurations: [(text: String, told: String)] = [
    ("", "c.json5:1: expected"), ("[]", "c.json5:1: expected an object"),
    ("{}", "c.json5: babies: expected one baby at least"),
    ("{babies: [\(baby)],\n\n boards: 1}", "c.json5:3: boards: expected"),
    (
      "{\nbabies: [\n{name: \"Mia\", birthdate: \"2025-09-14\", bedtime: \"7pm\"}]}",
      "c.json5:3: babies[0].bedtime: expected a time HH:MM"
    ),
    ("{babies: [{birthdate: \"2025-09-14\", bedtime: \"18:40\"}]}", "c.json5:1: babies[0].name: expected"),
    (
      "{babies: [{name: \"\", birthdate: \"2025-09-14\", bedtime: \"18:40\"}]}",
      "c.json5:1: babies[0].name: expected a name of 1 to 40"
    ),
    ("{babies: [\(baby),\(baby),\(baby),\(baby),\(baby)]}", "c.json5:1: babies: expected at most four"),
    ("{babies: [\(baby)],\nboard: \"pi-9\"}", "c.json5:2: board: expected one of pi-3"),
    ("{babies: [\(baby)],\nstateDirectory: \"log\"}", "c.json5:2: stateDirectory: expected an absolute path"),
    ("{babies: [\(baby)],\ndisplay: {\naddress: \"0x50\"}}", "c.json5:3: display.address: expected one of"),
    (
      "{babies: [\(baby)],\ndisplay: {darkAfterMinutes: -1}}", "c.json5:2: display.darkAfterMinutes: expected"
    ),
    ("{babies: [\(baby)],\nsimulation: {busHertz: 1}}", "c.json5:2: simulation.busHertz: expected"),
    ("{babies: [\(baby)]", "c.json5:1: expected"),
    (plan("naps: 6"), "c.json5:2: babies[0].plan.naps: expected a whole number from 1 to 5, found 6"),
    (
      plan("napLengths: {two: [90]}"),
      "c.json5:2: babies[0].plan.napLengths.two: expected 2 whole numbers from 10 to 240, found [90]"
    ),
    (
      plan("napLengths: {two: [90, 0]}"),
      "c.json5:2: babies[0].plan.napLengths.two: expected 2 whole numbers from 10 to 240 "
        + "(Nap 1 and Nap 2 lengths should be greater than 0 minutes.), found [90,0]"
    ),
    (
      plan("napLengths: {three: [90, 30, 0]}"),
      "c.json5:2: babies[0].plan.napLengths.three: expected 3 whole numbers from 10 to 240 "
        + "(Nap 1, Nap 2 and Nap 3 lengths should be greater than 0 minutes.)"
    ),
    (plan("napLengths: {one: [241]}"), "c.json5:2: babies[0].plan.napLengths.one: expected 1 whole numbers"),
    (plan("napLengths: {six: [30]}"), "c.json5:2: babies[0].plan.napLengths.six: expected one of the fields"),
    (
      plan("wakeWindows: {min: 0}"),
      "c.json5:2: babies[0].plan.wakeWindows.min: expected a whole number from 30 to 360 "
        + "(Min wake window must be greater than 0.), found 0"
    ),
    (
      plan("wakeWindows: {max: -5}"),
      "c.json5:2: babies[0].plan.wakeWindows.max: expected a whole number from 30 to 360 "
        + "(Max wake window must be greater than 0.), found -5"
    ),
    (
      plan("wakeWindows: {max: 361}"),
      "c.json5:2: babies[0].plan.wakeWindows.max: expected a whole number from"
    ),
    (
      plan("wakeWindows: {min: 120, max: 90}"),
      "c.json5:2: babies[0].plan.wakeWindows.max: expected 120 or more "
        + "(Max wake window must be greater than or equal to min wake window.), found 90"
    ),
    (
      plan("wakeWindows: {min: 120, max: 180, last: 200}"),
      "c.json5:2: babies[0].plan.wakeWindows.last: expected 120 to 180 "
        + "(Last wake window must be between 120 and 180 minutes.), found 200"
    ),
    (
      plan("wakeWindows: {min: 120, maxFirst: 100}"),
      "c.json5:2: babies[0].plan.wakeWindows.maxFirst: expected 120 or more (⚠️ CONFIGURATION ERROR: Max first"
    ),
    (
      plan("powerSleep: {targetMinutes: 45}"),
      "c.json5:2: babies[0].plan.powerSleep.targetMinutes: expected a whole number from 60 to 300"
    ),
    (plan("awake: {start: \"12:00\"}"), "c.json5:2: babies[0].plan.awake.end: expected a time HH:MM, as the"),
    (plan("asleep: {start: \"noon\"}"), "c.json5:2: babies[0].plan.asleep.start: expected a time HH:MM"),
    (
      plan("style: \"default\""),
      "c.json5:2: babies[0].plan.style: expected one of \"buildLater\", \"gentle\", \"balanced\""
    ),
  ]

  @Test(
    "A configuration's fault names file, line and field", arguments: configurations.map { TableRow($0, $0.1) }
  )
  func configuration(row: TableRow<(text: String, told: String)>) throws {
    let (text, told) = row.fields
    let fault = #expect(throws: ConfigurationFault.self) {
      try Configuration(Array(text.utf8), file: "c.json5")
    }
    #expect(fault?.description.hasPrefix(told) == true, "\(fault?.description ?? "")")
    let folder = try ScratchFolder()
    try PlainFile.write(Array(text.utf8), to: folder.path + "/c.json5")
    let run = #expect(throws: RunFault.self) { try ConfigurationFile.read(folder.path + "/c.json5") }
    #expect(run?.exit == .configuration)
  }

  @Test("An unknown zone is reported with its line")
  func anUnknownZoneIsReportedWithItsLine() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/c.json5"
    let baby = #"babies: [{ name: "A", birthdate: "2026-01-01", bedtime: "18:00" }]"#
    try PlainFile.write(Array("{\n  \(baby),\n  timeZone: \"Europe/Berlim\" }".utf8), to: path)
    let fault = #expect(throws: RunFault.self) { try ConfigurationFile.read(path) }
    #expect(fault?.exit == .configuration && fault?.line == 3)
    #expect(fault?.message.hasPrefix("\(path):3: timeZone: expected a name of the tz database") == true)
    #expect(fault?.message.hasSuffix("found \"Europe/Berlim\"") == true)
    try PlainFile.write(Array("{\n  \(baby),\n  timeZone: \"Europe/Berlin\" }".utf8), to: path)
    #expect(try ConfigurationFile.read(path).timeZone == "Europe/Berlin")
  }

  @Test("A missing configuration is reported with how to give one")
  func aMissingConfigurationIsReportedWithHowToGiveOne() {
    let fault = #expect(throws: RunFault.self) { try ConfigurationFile.read("/nowhere/c.json5") }
    #expect(fault?.exit == .configuration)
    #expect(fault?.message.contains("--config") == true)
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
