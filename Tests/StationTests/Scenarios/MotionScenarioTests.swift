import Nursery
import Peripherals
import SimulatedBoard
import Testing

@testable import Bedside
@testable import Rehearsal

/// The accelerometer in the box: its questions, what it writes, and failing parts.
@Suite struct MotionScenarioTests {
  /// A baby that is put down at 13:00 and falls asleep within a few minutes.
  private static let nap = #"""
    12:58:00 "command":["log","add","wake","--start","11:00"]
    13:00:00 "crib":"awake"
    13:03:00 "crib":"asleep"

    """#

  private static func scenario(_ lines: String, mode: String = "suggest", more: String = "") -> Scenario {
    var scenario = Scenario(lines)
    scenario.motion = #"{"mode":"\#(mode)"\#(more)}"#
    return scenario
  }

  private static func question(_ shot: Shot) -> String? { shot.texts.first { $0.hasPrefix("Asleep 1") } }

  /// The minute after 13:00 in which the only sleep began, and whether it is still running.
  private static func sleep(_ recording: Recording) throws -> (start: Int, isRunning: Bool)? {
    let sleeps = try recording.events().filter { $0.hasPrefix("sleep") }
    guard sleeps.count == 1, sleeps[0].hasPrefix("sleep 13:") else { return nil }
    return (Int(sleeps[0].dropFirst(9).prefix(2)) ?? -1, sleeps[0].hasSuffix("–"))
  }

  // MARK: Suggesting

  @Test(
    "NAP after a feed of the night says that the baby sleeps again, and ends the sleep where motion saw the waking"
  )
  func nightFeed() throws {
    let recording = try Self.scenario(
      #"""
      12:58:00 "command":["log","add","wake","--start","11:00"]
      13:00:00 "crib":"empty"
      18:45:00 "crib":"awake"
      18:46:00 "press":"nap"
      18:52:00 "crib":"asleep"
      22:56:00 "crib":"awake"
      23:05:30 "shot":"moves"
      23:06:00 "press":"feed"
      23:06:05 "crib":"empty"
      23:14:00 "shot":"feeding"
      23:20:00 "press":"nap"
      23:20:02 "shot":"said"
      """#
    ).play()
    #expect(try recording.shot("feeding").texts.allSatisfy { !$0.contains("NAP: yes") })
    #expect(try recording.shot("said").texts.contains("Fed 14 m, night ✓"), "\(recording.words("said"))")
    let events = try recording.events()
    #expect(
      events.contains { $0.hasPrefix("sleep 18:46:00–22:5") || $0.hasPrefix("sleep 18:46:00–23:0") },
      "\(events)")
    #expect(events.last == "sleep 23:20:00–" && !events.contains("sleep 18:46:00–23:06:00"), "\(events)")
  }

  @Test("Where motion saw a waking in the night, the answer offers that the baby sleeps again")
  func laidDownAgain() throws {
    let recording = try Self.scenario(
      #"""
      12:58:00 "command":["log","add","wake","--start","11:00"]
      13:00:00 "crib":"empty"
      18:45:00 "crib":"awake"
      18:46:00 "press":"nap"
      18:52:00 "crib":"asleep"
      22:56:00 "crib":"awake"
      23:05:00 "crib":"empty"
      23:14:00 "shot":"asked"
      23:24:00 "crib":"awake"
      23:24:30 "press":"nap"
      23:24:32 "shot":"said"
      23:24:35 "press":"nap"
      """#
    ).play()
    #expect(
      try recording.shot("asked").texts.contains { $0.hasSuffix("NAP: yes") }, "\(recording.words("asked"))")
    #expect(
      try recording.shot("said").texts.contains("or NAP: asleep 23:24"), "\(recording.words("said"))")
    let events = try recording.events()
    #expect(events.last == "sleep 23:24:30–", "\(events)")
  }

  @Test("NAP ends a nap that a press began after the baby had already moved")
  func begunWhileItMoves() throws {
    let recording = try Self.scenario(
      #"""
      12:10:00 "command":["log","add","wake","--start","11:00"]
      12:20:00 "crib":"empty"
      12:59:00 "crib":"awake"
      13:00:00 "press":"nap"
      13:05:00 "crib":"asleep"
      13:40:00 "crib":"awake"
      13:41:30 "press":"nap"
      13:43:00 "press":"nap"
      13:46:00 "crib":"empty"
      13:55:00 "press":"nap"
      """#
    ).play()
    let events = try recording.events()
    #expect(events.last.map { $0.hasPrefix("sleep 13:43:00–13:") } == true, "\(events)")
  }

  @Test("An hour after the baby left the crib in the night, NAP means awake now")
  func elsewhere() throws {
    let recording = try Self.scenario(
      #"""
      12:58:00 "command":["log","add","wake","--start","11:00"]
      13:00:00 "crib":"empty"
      18:45:00 "crib":"awake"
      18:46:00 "press":"nap"
      18:52:00 "crib":"asleep"
      2026-02-12T05:02:00-05:00 "crib":"awake"
      2026-02-12T05:10:00-05:00 "crib":"empty"
      2026-02-12T05:20:00-05:00 "shot":"asked"
      2026-02-12T06:50:00-05:00 "press":"nap"
      """#
    ).play()
    #expect(try recording.shot("asked").texts.contains { $0.hasPrefix("Awake") && $0.hasSuffix("NAP: yes") })
    #expect(try recording.events().last == "sleep 18:46:00–06:50:00")
  }

  @Test("After ten minutes of rest the panel asks; NAP logs the sleep from its start", arguments: [1, 2])
  func accepted(seed: Int) throws {
    var scenario = Self.scenario(
      Self.nap + #"""
        13:11:00 "shot":"early"
        13:21:00 "shot":"asked"
        13:21:05 "press":"nap"
        13:21:07 "shot":"taken"
        13:21:20 "shot":"after"
        """#)
    scenario.seed = seed
    let recording = try scenario.play()
    #expect(Self.question(try recording.shot("early")) == nil)
    #expect(Self.question(try recording.shot("asked"))?.hasSuffix("? NAP: yes") == true)
    let (start, isRunning) = try #require(try Self.sleep(recording))
    #expect((3...10).contains(start) && isRunning)
    #expect(
      try recording.shot("taken").texts.contains("Nap 13:\(start < 10 ? "0" : "")\(start) ✓"),
      "\(recording.words("taken"))")
    #expect(try recording.shot("after").texts.allSatisfy { !$0.contains("NAP") })
  }

  @Test("A question without an answer writes nothing, and disappears when the baby wakes up")
  func ignored() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:21:00 "shot":"asked"
        13:23:00 "crib":"awake"
        13:31:00 "shot":"awake"
        """#
    ).play()
    #expect(Self.question(try recording.shot("asked")) != nil)
    #expect(Self.question(try recording.shot("awake")) == nil)
    #expect(try Self.sleep(recording) == nil)
  }

  @Test("A double press undoes the answer, and the same rest is not asked about again")
  func refused() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:21:00 "doublePress":"nap"
        13:21:10 "shot":"refused"
        13:25:00 "shot":"later"
        """#
    ).play()
    #expect(try Self.sleep(recording) == nil)
    #expect(Self.question(try recording.shot("refused")) == nil)
    #expect(Self.question(try recording.shot("later")) == nil)
  }

  @Test("A press on another page answers no question: the nap starts at the press")
  func unseen() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:20:50 "press":"menu"
        13:21:00 "press":"nap"
        """#
    ).play()
    #expect(try Self.sleep(recording)?.start == 21)
  }

  @Test("A nap that a button started is never ended by motion", arguments: ["awake", "empty"])
  func buttonsWin(after: String) throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:03:10 "press":"nap"
        13:17:00 "crib":"\#(after)"
        13:31:00 "shot":"end"
        """#
    ).play()
    #expect(try Self.sleep(recording)?.isRunning == true)
    #expect(try recording.shot("end").texts.contains { $0.hasPrefix("Nap ") }, "\(recording.words("end"))")
  }

  // MARK: Logging

  @Test("In log mode the sleep is written, marked, and ended when the baby wakes")
  func logged() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:21:30 "shot":"wrote"
        13:23:00 "command":["log","list"]
        13:27:00 "crib":"awake"
        13:41:00 "shot":"ended"
        """#, mode: "log"
    ).play()
    #expect(recording.says("(from motion)"))
    #expect(
      try recording.shot("ended").texts.contains { $0.hasPrefix("Awake ") }, "\(recording.words("ended"))")
    #expect(try recording.shot("wrote").texts.contains("By motion. NAP: undo"), "\(recording.words("wrote"))")
    let (start, isRunning) = try #require(try Self.sleep(recording))
    #expect((3...10).contains(start) && !isRunning)
    let end = try #require(try recording.events().last { $0.hasPrefix("sleep") }).suffix(8).prefix(5)
    #expect(("13:26"..."13:31").contains(end), "\(end)")
  }

  @Test("One press within five minutes undoes what motion wrote, and it is not written again")
  func reverted() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:21:30 "press":"nap"
        13:21:32 "shot":"reverted"
        13:29:00 "shot":"later"
        """#, mode: "log"
    ).play()
    #expect(
      try recording.shot("reverted").texts.contains { $0.hasPrefix("Undone: ") },
      "\(recording.words("reverted"))")
    #expect(try Self.sleep(recording) == nil)
    #expect(
      try recording.shot("later").texts.contains { $0.hasPrefix("Awake") }, "\(recording.words("later"))")
  }

  @Test("On a dark panel NAP agrees with a waking that motion wrote, and a second press says asleep again")
  func agreesInTheDark() throws {
    var scenario = Self.scenario(
      #"""
      12:58:00 "command":["log","add","wake","--start","11:00"]
      13:00:00 "crib":"empty"
      18:38:00 "crib":"awake"
      18:40:00 "press":"nap"
      18:45:00 "crib":"asleep"
      2026-02-12T03:00:00-05:00 "crib":"awake"
      2026-02-12T03:09:00-05:00 "press":"nap"
      2026-02-12T03:09:02-05:00 "shot":"agreed"
      2026-02-12T03:30:00-05:00 "press":"nap"
      2026-02-12T03:30:02-05:00 "shot":"again"
      """#, mode: "log")
    scenario.config = #"{"display":{"darkAfterMinutes":2}}"#
    let recording = try scenario.play()
    let said = try recording.shot("agreed").texts
    #expect(said.contains { $0.hasPrefix("Awake 0") } && said.contains("or NAP: asleep 03:09"), "\(said)")
    #expect(
      try recording.shot("again").texts.contains("Night 03:30 ✓"), "\(recording.words("again"))")
    let sleeps = try recording.events().filter { $0.hasPrefix("sleep 18:40") || $0.hasPrefix("sleep 03:") }
    #expect(sleeps.count == 2 && sleeps[1] == "sleep 03:30:00–", "\(sleeps)")
    #expect(["02:5", "03:0"].contains { sleeps[0].hasPrefix("sleep 18:40:00–\($0)") }, "\(sleeps)")
  }

  @Test("On a dark panel NAP agrees with a sleep that motion wrote, until anyone lights the panel")
  func agreesWithSleepInTheDark() throws {
    for isLit in [false, true] {
      var scenario = Self.scenario(
        Self.nap + (isLit ? #"13:21:40 "press":"menu""# + "\n" : "") + #"""
          13:22:00 "press":"nap"
          13:22:02 "shot":"pressed"
          """#, mode: "log")
      scenario.config = #"{"display":{"darkAfterMinutes":2}}"#
      let recording = try scenario.play()
      let said = try recording.shot("pressed").texts
      #expect(said.contains { $0.hasPrefix(isLit ? "Undone: " : "Nap 13:0") }, "\(said)")
      #expect(try Self.sleep(recording)?.isRunning == (isLit ? nil : true))
    }
  }

  @Test("In a quiet session NAP agrees with a sleep that motion wrote, and the next NAP ends it")
  func agreesInQuiet() throws {
    let recording = try Self.scenario(
      #"12:57:00 "command":["quiet","start","--minutes","26"]"# + "\n" + Self.nap + #"""
        13:22:00 "press":"nap"
        13:25:00 "shot":"agreed"
        13:25:30 "press":"nap"
        """#, mode: "log"
    ).play()
    let said = try recording.shot("agreed").texts
    #expect(said.contains { $0.hasPrefix("Nap ") } && !said.contains("By motion. NAP: undo"), "\(said)")
    #expect(try Self.sleep(recording)?.isRunning == false)
    #expect(try recording.events().last?.hasSuffix("–13:25:30") == true)
  }

  @Test("NAP on another baby's page is for that baby, and takes back nothing that motion wrote")
  func otherBaby() throws {
    var scenario = Self.scenario(
      #"""
      12:58:00 "command":["log","add","wake","--start","11:00","--baby","Mia"]
      13:00:00 "crib":"awake"
      13:03:00 "crib":"asleep"
      13:21:29 "doublePress":"menu"
      13:21:30 "shot":"page"
      13:21:30.500 "press":"nap"
      """#, mode: "log")
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    #expect(
      try recording.shot("page").texts.contains { $0.contains("Ben") }, "\(recording.words("page"))")
    let sleeps = try recording.events().filter { $0.hasPrefix("sleep 13:") }
    #expect(
      sleeps.count == 2 && sleeps[0] == "sleep 13:21:30–" && sleeps[1].hasSuffix("– baby 2"), "\(sleeps)")
  }

  @Test("MENU held undoes what motion wrote; after five minutes NAP ends the sleep as usual")
  func undone() throws {
    let lines = Self.nap + #"13:21:30 "hold":"menu","seconds":1.7"#
    let undone = try Self.scenario(lines, mode: "log").play()
    #expect(try Self.sleep(undone) == nil)
    let ended = try Self.scenario(Self.nap + #"13:27:00 "press":"nap""#, mode: "log").play()
    #expect(try Self.sleep(ended)?.isRunning == false)
    #expect(try ended.events().last?.hasSuffix("–13:27:00") == true)
  }

  // MARK: Faults

  @Test("With the part unplugged for an hour, nothing is known or asked, and the box still logs")
  func unplugged() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:12:00 "fault":"accel-nack","seconds":3600
        13:13:00 "command":["status","--json"]
        13:30:00 "shot":"asked"
        13:40:00 "press":"feed"
        14:00:00 "press":"feed"
        14:12:30 "command":["status","--json"]
        """#
    ).play()
    #expect(recording.says("the accelerometer does not answer"))
    #expect(recording.says(#""sensor":null"#) && recording.says(#""crib":"unknown""#))
    #expect(Self.question(try recording.shot("asked")) == nil)
    #expect(try recording.events().last == "nursing 13:40:00–14:00:00 left")
    #expect(recording.transcript.last?.contains(#""sensor":"LIS3DH"#) == true)
    #expect(recording.transcript.last?.contains(#""gaps":1"#) == true)
  }

  @Test("A brown-out of the part is a gap, and the part recovers by itself")
  func reset() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:05:00 "fault":"accel-reset"
        13:05:05 "command":["status","--json"]
        13:22:00 "shot":"asked"
        """#
    ).play()
    #expect(recording.says(#""resets":1,"overruns":0,"gaps":1"#))
    #expect(Self.question(try recording.shot("asked")) != nil)
  }

  @Test("A stuck bus stops both parts; both come back, and no press is lost")
  func stuckBus() throws {
    let recording = try Self.scenario(
      #"""
      13:00:00 "fault":"oled-stuck","seconds":40
      13:00:10 "press":"nap"
      13:02:00 "command":["status","--json"]
      13:02:00 "shot":"back"
      """#
    ).play()
    #expect(try recording.events() == ["sleep 13:00:10–"])
    #expect(try recording.shot("back").texts.contains { $0.hasPrefix("Nap ") }, "\(recording.words("back"))")
    #expect(recording.says(#""accelerometer":"works""#) && recording.says(#""gaps":1"#))
  }

  // MARK: The bus and the loop

  @Test(
    "While pages are turned, no reading is lost, with at most four reads a second",
    arguments: ["adxl345", "lis3dh", "mpu6050"], [100_000, 400_000])
  func noOverrun(sensor: String, hertz: Int) throws {
    let turns = (0..<30).map { #"13:00:\#($0 < 10 ? "0" : "")\#($0) "press":"menu""# }.joined(separator: "\n")
    var scenario = Self.scenario(
      turns + "\n" + #"13:00:40 "command":["status","--json"]"#, more: #","sensor":"\#(sensor)""#)
    scenario.config = #"{"simulation":{"busHertz":\#(hertz)}}"#
    let recording = try scenario.play()
    #expect(recording.says(#""resets":0,"overruns":0,"gaps":0"#))
    let world = recording.play.world
    #expect(world.accelerometer.violations == [] && world.oled.violations == [])
    let before = recording.play.rehearsal.turns
    recording.goOn(forSeconds: 10)
    // A read takes a turn, which also receives the results of the last one.
    #expect(recording.play.rehearsal.turns - before <= 10 * 4 + 5)
    #expect(recording.play.rehearsal.turns - before >= 9, "the sensor is read")
  }

  @Test("With an interrupt line the box reads at its edges, and gets the same readings")
  func interrupt() throws {
    let wired = Self.scenario(
      #"13:01:00 "command":["status","--json"]"#, more: #","sensor":"adxl345","interrupt":true"#)
    let recording = try wired.play()
    #expect(recording.says(#""resets":0,"overruns":0,"gaps":0"#))
    let before = recording.play.rehearsal.turns
    recording.goOn(forSeconds: 20)
    // Every 27 of the 100 readings a second wake the loop: 74 reads in 20 s, where the clock alone would make 71.
    let looks = recording.play.rehearsal.turns - before
    #expect((73...75).contains(looks), "\(looks)")
  }

  @Test("Without a part the box reports nothing; a configured one is reported as missing")
  func absent() throws {
    for (more, state) in [("", "not configured"), (#","sensor":"lis3dh""#, "missing")] {
      let scenario = Self.scenario(
        #"""
        13:00:30 "command":["status","--json"]
        13:00:40 "press":"nap"
        """#, more: more)
      let recording = try Recording(script: scenario.script, prepare: { $0.world.detachAccelerometer() })
      #expect(recording.says(#""accelerometer":"\#(state)""#), "\(more)")
      guard more.isEmpty else { continue }
      recording.goOn(forSeconds: 60)
      let before = recording.play.rehearsal.turns
      recording.goOn(forSeconds: 3_600)
      #expect(recording.play.rehearsal.turns - before <= 180, "a box without a part does not wake for it")
    }
  }

  @Test("A fan at an empty crib is never taken for sleep")
  func fan() throws {
    let scenario = Self.scenario(#"13:00:00 "shot":"end""#, mode: "log")
    let recording = try Recording(script: scenario.script, prepare: { $0.world.crib.humMilligee = 3 })
    recording.goOn(forSeconds: 2_400)
    #expect(try recording.events() == [])
    #expect(recording.play.rehearsal.station?.model?.cribReading.state != .asleep)
  }

  // MARK: What is kept

  @Test("An empty crib is measured, kept and known at the next start")
  func calibrated() throws {
    let recording = try Self.scenario(
      #"""
      13:00:00 "command":["calibrate","--start"]
      13:03:00 "command":["calibrate"]
      13:06:00 "command":["calibrate","--json"]
      13:06:10 "process":"kill"
      13:06:20 "process":"start"
      """#, more: #","sensor":"mpu6050""#
    ).play()
    #expect(recording.says("measuring the empty crib: 0 of 10"))
    #expect(recording.says("measuring the empty crib: 5 of 10"))
    #expect(recording.says(#""state":"kept","epochs":10"#) && recording.says(#""microMotionUsable":true"#))
    let recovered = try #require(recording.play.rehearsal.station?.model?.care.settings.motion.calibration)
    #expect((24...26).contains(recovered.source.rateHz))
    #expect((0.5...4).contains(recovered.calibration.noiseFloorMilligee))
  }

  @Test("A hand at the crib, or a part that falls silent, ends a measurement")
  func notCalibrated() throws {
    let recording = try Self.scenario(
      #"""
      13:00:00 "command":["calibrate","--start"]
      13:02:00 "crib":"awake"
      13:06:00 "command":["calibrate"]
      13:20:00 "crib":"empty"
      13:21:00 "command":["calibrate","--start"]
      13:22:00 "fault":"accel-nack","seconds":300
      13:23:00 "command":["calibrate"]
      """#
    ).play()
    #expect(recording.says("refused (exit 1): something moved"))
    #expect(recording.says("refused (exit 69): the accelerometer has fallen silent"))
    let off = try Scenario.play(#"13:00:00 "command":["calibrate","--start"]"#)
    #expect(off.says("refused (exit 69): motion is off"))
  }

  @Test("In log mode a sleep survives a quarter of an hour without the part")
  func outage() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        13:20:00 "fault":"accel-nack","seconds":900
        13:55:00 "shot":"end"
        """#, mode: "log"
    ).play()
    #expect(try Self.sleep(recording)?.isRunning == true)
  }

  // MARK: Keeping

  /// The number of lines in the file of the day's motion on the card.
  private static func kept(_ recording: Recording) -> Int {
    recording.play.world.storage.files["motion/2026-02-11.jsonl"]?.split(separator: 0x0A).count ?? 0
  }

  @Test("Motion with a baby in the crib is kept every ten minutes, and that of an empty crib is not")
  func kept() throws {
    let recording = try Self.scenario(
      Self.nap + #"""
        14:20:00 "crib":"empty"
        15:30:00 "shot":"empty"
        """#
    ).play()
    let kept = Self.kept(recording)
    #expect((13...15).contains(kept), "from 13:00 on")
    recording.goOn(forSeconds: 2 * 3600)
    #expect((kept...24).contains(Self.kept(recording)), "until an hour after it was seen to be empty")
    let last = recording.play.world.storage.bytesWritten
    recording.goOn(forSeconds: 2 * 3600)
    #expect(recording.play.world.storage.bytesWritten == last, "an idle hour writes nothing")
  }
}
