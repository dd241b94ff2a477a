import Bedside
import CareJournal
import Testing

@testable import Rehearsal

/// Situations that once went wrong for a tired person, as scripts of the whole box: what the panel says, and what is
/// logged.
@Suite struct SituationScenarioTests {
  /// The time of day in the first text that begins with a word, such as 11:40 in `nap 11:40`.
  private static func time(_ texts: [String], after lead: String) -> String? {
    texts.first { $0.hasPrefix(lead) }.map { String($0.dropFirst(lead.count).prefix(5)) }
  }

  private static func minutes(_ time: String?) -> Int? {
    guard let parts = time?.split(separator: ":"), parts.count == 2, let hour = Int(parts[0]),
      let minute = Int(parts[1])
    else { return nil }
    return hour * 60 + minute
  }

  // MARK: The day

  @Test("After an early nap, Now, Plan and status name one next nap")
  func oneNextNap() throws {
    let recording = try Scenario.play(
      #"""
      09:10:00 "command":["log","add","wake","--start","06:40"]
      09:10:10 "command":["log","add","sleep","--start","07:30","--end","09:01"]
      09:10:20 "shot":"now"
      09:10:21 "command":["status"]
      09:10:22 "press":"menu"
      09:10:24 "shot":"plan"
      """#)
    let next = try #require(Self.time(try recording.shot("now").texts, after: "nap "))
    #expect(try recording.shot("plan").texts.contains { $0.contains(next) }, "\(recording.words("plan"))")
    #expect(recording.says(next))
  }

  @Test("After two short early naps there is one more nap, and no limit is broken")
  func oneMoreNap() throws {
    let recording = try Scenario.play(
      #"""
      09:40:00 "command":["log","add","wake","--start","06:00"]
      09:40:10 "command":["log","add","sleep","--start","07:20","--end","07:50"]
      09:40:20 "command":["log","add","sleep","--start","09:05","--end","09:35"]
      09:40:30 "press":"menu"
      09:40:32 "shot":"plan"
      """#)
    let texts = try recording.shot("plan").texts
    #expect(texts.contains("one more nap today"), "\(texts)")
    #expect(texts.allSatisfy { !$0.contains(">") })
  }

  @Test("The household's wake windows apply to Now")
  func householdWindows() throws {
    func nap(_ config: String) throws -> Int? {
      var scenario = Scenario(
        #"""
        07:10:00 "command":["log","add","wake","--start","07:00"]
        07:10:10 "shot":"now"
        """#)
      scenario.baby =
        #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"\#(config)}"#
      let texts = try scenario.play().shot("now").texts
      return Self.minutes(Self.time(texts, after: "nap ") ?? Self.time(texts, after: "nap from "))
    }
    let usual = try #require(try nap(""))
    let own = try #require(try nap(#","plan":{"wakeWindows":{"min":60,"max":75}}"#))
    #expect(own <= 8 * 60 + 15 && own < usual)
  }

  @Test("A morning nap must end before noon, and the baby to wake is named")
  func wakeBy() throws {
    var scenario = Scenario(
      #"""
      08:50:00 "command":["log","add","wake","--start","06:40"]
      08:52:00 "press":"nap"
      08:52:30 "shot":"begun"
      12:30:00 "shot":"over"
      """#)
    scenario.baby = #"{"name":"Leo","birthdate":"2025-09-14","bedtime":"18:40"}"#
    let recording = try scenario.play()
    let end = try #require(Self.minutes(Self.time(try recording.shot("begun").texts, after: "wake by ")))
    #expect((9 * 60...12 * 60).contains(end))
    #expect(try recording.shot("over").texts.contains("wake Leo"), "\(recording.words("over"))")
  }

  @Test("After a night a page gives way to Now")
  func leftPage() throws {
    let recording = try Scenario.play(
      #"""
      09:43:00 "doublePress":"menu"
      09:43:05 "shot":"box"
      09:43:40 "shot":"later"
      """#)
    #expect(try recording.shot("box").page == "box")
    #expect(try recording.shot("later").page == "now")
  }

  // MARK: The night

  private static let putToBed = #"""
    18:30:00 "command":["log","add","wake","--start","06:40"]
    18:45:00 "press":"nap"

    """#

  @Test("At a waking at 03:11 the time of day is large, and bedtime is not mentioned")
  func nightWaking() throws {
    let recording = try Scenario.play(
      Self.putToBed + #"""
        2026-02-12T03:11:00-05:00 "press":"nap"
        2026-02-12T03:11:30-05:00 "shot":"awake"
        """#)
    let texts = try recording.shot("awake").texts
    #expect(texts.contains("03:11") && texts.contains("Awake 0 m"), "\(texts)")
    #expect(texts.allSatisfy { !$0.contains("bed") && !$0.contains("nap") })
  }

  @Test("At dawn Today has yesterday's hours, and two night feeds cost a baby no star")
  func dawn() throws {
    let recording = try Scenario.play(
      Self.putToBed + #"""
        2026-02-12T00:20:00-05:00 "press":"nap"
        2026-02-12T00:21:00-05:00 "press":"feed"
        2026-02-12T00:33:00-05:00 "press":"feed"
        2026-02-12T00:36:00-05:00 "press":"nap"
        2026-02-12T03:40:00-05:00 "press":"nap"
        2026-02-12T03:41:00-05:00 "press":"feed"
        2026-02-12T03:52:00-05:00 "press":"feed"
        2026-02-12T03:55:00-05:00 "press":"nap"
        2026-02-12T06:31:00-05:00 "press":"nap"
        2026-02-12T06:41:00-05:00 "press":"menu"
        2026-02-12T06:41:02-05:00 "press":"menu"
        2026-02-12T06:41:04-05:00 "shot":"today"
        2026-02-12T06:41:06-05:00 "press":"menu"
        2026-02-12T06:41:08-05:00 "shot":"night"
        """#)
    let today = try recording.shot("today").texts
    #expect(
      today.contains { $0.hasPrefix("Sleep 11 h") } && today.contains { $0.hasPrefix("Feeds 2") }, "\(today)")
    let night = try recording.shot("night").texts
    // One star is lost for 45 minutes less than the age's night. The wakings were for feeds.
    #expect(night.contains("★★★★☆") && night.contains("short"), "\(night)")
    #expect(night.allSatisfy { !$0.contains("of 8 h") && !$0.contains("parts") })
  }

  @Test("Stars are given by MENU twice on the Night page, and after five there are none")
  func stars() throws {
    let recording = try Scenario.play(
      Self.putToBed + #"""
        2026-02-12T06:31:00-05:00 "press":"nap"
        2026-02-12T06:41:00-05:00 "press":"menu"
        2026-02-12T06:41:02-05:00 "press":"menu"
        2026-02-12T06:41:04-05:00 "press":"menu"
        2026-02-12T06:41:06-05:00 "doublePress":"menu"
        2026-02-12T06:41:08-05:00 "doublePress":"menu"
        2026-02-12T06:41:10-05:00 "shot":"two"
        2026-02-12T06:41:11-05:00 "command":["nights","--json"]
        2026-02-12T06:41:12-05:00 "doublePress":"menu"
        2026-02-12T06:41:14-05:00 "doublePress":"menu"
        2026-02-12T06:41:16-05:00 "doublePress":"menu"
        2026-02-12T06:41:18-05:00 "shot":"five"
        2026-02-12T06:41:20-05:00 "doublePress":"menu"
        2026-02-12T06:41:22-05:00 "command":["nights","--json"]
        """#)
    #expect(try recording.shot("two").page == "night")
    #expect(try recording.shot("two").texts.contains("★★☆☆☆"), "\(recording.words("two"))")
    #expect(try recording.shot("five").texts.contains("★★★★★"))
    let ratings = recording.transcript.flatMap { $0.split(separator: "\n") }
      .filter { $0.contains(#""date":"2026-02-11""#) }
    #expect(ratings.count == 2)
    #expect(
      ratings.first?.contains(#""rating":2"#) == true && ratings.last?.contains(#""rating":null"#) == true)
  }

  /// Ten ordinary nights from 19:00 to 06:30, each followed by a nap, so the usual wake-up is known.
  private static let ordinaryNights = (1...10).map { day in
    func at(_ date: Int, _ time: String) -> String {
      "\"2026-02-\(date < 10 ? "0" : "")\(date)T\(time):00-05:00\""
    }
    let sleep = #""command":["log","add","sleep","--start","#
    return #"""
      12:00:\#(day + 10) \#(sleep)\#(at(day, "19:00")),"--end",\#(at(day + 1, "06:30"))]
      12:01:\#(day + 10) \#(sleep)\#(at(day + 1, "08:30")),"--end",\#(at(day + 1, "09:40"))]
      """#
  }.joined(separator: "\n").split(separator: "\n").sorted().joined(separator: "\n")

  @Test(
    "On a morning without a logged night NAP logs the usual wake-up, and a hold moves it",
    arguments: [false, true])
  func morningQuestion(isHeld: Bool) throws {
    let answer = isHeld ? #""hold":"nap","seconds":0.9"# : #""press":"nap""#
    let lines =
      Self.ordinaryNights + "\n" + #"""
        2026-02-12T08:00:05-05:00 "shot":"asked"
        2026-02-12T08:00:10-05:00 \#(answer)
        2026-02-12T08:00:12-05:00 "shot":"answered"
        2026-02-12T08:00:30-05:00 "press":"feed"
        """#
    let recording = try Scenario(lines).play()
    let asked = try recording.shot("asked").texts
    #expect(asked.contains("Woke 06:30? NAP: yes"), "\(asked)")
    let woke = isHeld ? "06:25:00" : "06:30:00"
    let events = try recording.events()
    #expect(events.contains("wake \(woke)"), "\(events)")
    #expect(try recording.shot("answered").texts.contains { $0.hasPrefix("Woke 06:\(isHeld ? 25 : 30)") })
  }

  // MARK: The crib

  private static func withCrib(_ lines: String) -> Scenario {
    var scenario = Scenario(lines)
    scenario.motion = #"{"mode":"suggest"}"#
    return scenario
  }

  @Test("With an empty crib during a nap the panel asks, and NAP ends the nap when the baby was taken out")
  func emptyCrib() throws {
    let recording = try Self.withCrib(
      #"""
      08:30:00 "command":["log","add","wake","--start","06:40"]
      08:38:00 "crib":"awake"
      08:40:00 "press":"nap"
      08:42:00 "crib":"asleep"
      09:38:00 "crib":"awake"
      09:40:00 "crib":"empty"
      09:41:00 "shot":"early"
      09:52:00 "shot":"asked"
      09:52:10 "press":"nap"
      09:52:12 "shot":"ended"
      """#
    ).play()
    #expect(try recording.shot("early").texts.allSatisfy { !$0.contains("NAP") })
    let question = try #require(try recording.shot("asked").texts.first { $0.contains("? NAP") })
    let since = try #require(Self.minutes(Self.time([question], after: "Awake ")))
    let minute = since - 9 * 60
    #expect((36...40).contains(minute), "\(question)")
    #expect(try recording.events().last?.contains("08:40:00–09:\(minute)") == true)
    #expect(try recording.shot("ended").texts.contains("Awake 09:\(minute) ✓"))
  }

  @Test("An abandoned page does not hide the question of the crib")
  func questionOverPage() throws {
    let recording = try Self.withCrib(
      #"""
      12:58:00 "command":["log","add","wake","--start","11:00"]
      12:59:00 "doublePress":"menu"
      13:00:00 "crib":"awake"
      13:03:00 "crib":"asleep"
      13:21:00 "shot":"asked"
      """#
    ).play()
    #expect(try recording.shot("asked").texts.contains { $0.hasPrefix("Asleep 1") && $0.contains("NAP") })
  }

  private static let sleptInCrib = #"""
    18:30:00 "command":["log","add","wake","--start","06:40"]
    18:50:00 "crib":"awake"
    18:58:00 "crib":"asleep"
    2026-02-12T06:20:00-05:00 "crib":"awake"
    2026-02-12T06:30:00-05:00 "crib":"empty"
    2026-02-12T06:50:00-05:00 "shot":"offered"
    2026-02-12T06:50:01-05:00 "command":["nights"]

    """#

  @Test("A night that was not logged is shown from motion, and one press logs it")
  func nightFromMotion() throws {
    let recording = try Self.withCrib(
      Self.sleptInCrib + #"""
        2026-02-12T06:51:00-05:00 "press":"menu"
        2026-02-12T06:51:02-05:00 "press":"menu"
        2026-02-12T06:51:04-05:00 "press":"menu"
        2026-02-12T06:51:06-05:00 "shot":"night"
        2026-02-12T06:52:00-05:00 "press":"nap"
        2026-02-12T06:52:02-05:00 "shot":"logged"
        """#
    ).play()
    let question = try #require(try recording.shot("offered").texts.first { $0.contains("? NAP") })
    #expect(question.contains("–06:") && question.hasSuffix("NAP: yes"), "\(question)")
    #expect(recording.says("from motion"))
    #expect(
      try recording.shot("night").texts.contains { $0.contains("from motion") }, "\(recording.words("night"))"
    )
    let night = try #require(try recording.events().first { $0.hasPrefix("sleep") })
    let times = night.dropFirst("sleep ".count).split(separator: "–").map { $0.prefix(5) }
    let said = "Night \(times[0])–\(times[1]) ✓"
    #expect(try recording.shot("logged").texts.contains(said), "\(night) \(recording.words("logged"))")
  }

  /// A night that no one logged, in which the box was off from half past midnight on.
  private static func brokenNight(
    off: String = #""power":"cut""#, on: String = #""power":"on""#, at hour: String = "00"
  ) -> Scenario {
    withCrib(
      """
      18:30:00 "command":["log","add","wake","--start","06:40"]
      18:50:00 "crib":"awake"
      18:58:00 "crib":"asleep"
      2026-02-12T00:30:00-05:00 \(off)
      2026-02-12T\(hour):31:00-05:00 \(on)
      2026-02-12T\(hour):59:00-05:00 "shot":"asleep"
      2026-02-12T06:20:00-05:00 "crib":"awake"
      2026-02-12T06:30:00-05:00 "crib":"empty"
      2026-02-12T06:50:00-05:00 "shot":"morning"
      2026-02-12T06:50:01-05:00 "command":["nights"]
      2026-02-12T06:52:00-05:00 "press":"nap"
      2026-02-12T06:52:02-05:00 "shot":"logged"
      """)
  }

  @Test(
    "After a power cut or a restart in the night, the motion on the card makes it whole",
    arguments: [(#""power":"cut""#, #""power":"on""#), (#""process":"kill""#, #""process":"start""#)])
  func restInNight(ends: String, begins: String) throws {
    let recording = try Self.brokenNight(off: ends, on: begins).play()
    let asleep = try recording.shot("asleep").texts
    #expect(asleep.allSatisfy { !$0.hasPrefix("Asleep") }, "\(asleep)")
    let question = try #require(try recording.shot("morning").texts.first { $0.hasSuffix("NAP: yes") })
    #expect(question.hasPrefix("19:0") || question.hasPrefix("18:5"), "\(question)")
    #expect(question.contains("–06:"), "\(question)")
    #expect(recording.says("from motion"))
    let sleeps = try recording.events().filter { $0.hasPrefix("sleep ") }
    #expect(sleeps.count == 1, "\(sleeps)")
    #expect(sleeps.allSatisfy { $0.dropFirst("sleep ".count).hasPrefix(question.prefix(5)) }, "\(sleeps)")
  }

  @Test("Of a night in which the box was off for an hour, motion offers nothing")
  func hourInNight() throws {
    let recording = try Self.brokenNight(at: "01").play()
    let morning = try recording.shot("morning").texts
    #expect(morning.allSatisfy { !$0.contains("–06:") && !$0.contains("–00:") }, "\(morning)")
    #expect(!recording.says("from motion"))
  }

  @Test(
    "Without the motion of the evening, a restart in the night leaves nothing to offer",
    arguments: [200, 200_000])
  func damagedMotion(bytes: Int) throws {
    let path = "motion/2026-02-11.jsonl"
    let recording = try Self.brokenNight().play { play in
      let disk = play.world.storage
      do throws(StorageFault) {
        try disk.createFolder("motion")
        try disk.create(path)
        try disk.write([UInt8](repeating: 0xEE, count: bytes), to: path, at: 0)
        for folder in ["", "motion"] { try disk.syncDirectory(folder) }
        try disk.sync(path)
      } catch {
        Issue.record("\(error)")
      }
    }
    // Good lines follow a little damage. A file that is full of it takes no more of them.
    #expect(recording.says("from motion") == (bytes == 200))
    let morning = try recording.shot("morning").texts
    #expect(morning.contains { $0.contains("–06:") } == (bytes == 200), "\(morning)")
  }

  @Test("Motion offers no night whose end the box has not seen")
  func endNotSeen() throws {
    let recording = try Self.withCrib(
      """
      18:30:00 "command":["log","add","wake","--start","06:40"]
      18:50:00 "crib":"awake"
      18:58:00 "crib":"asleep"
      2026-02-12T05:00:00-05:00 "power":"cut"
      2026-02-12T07:00:00-05:00 "crib":"awake"
      2026-02-12T07:10:00-05:00 "crib":"empty"
      2026-02-12T07:40:00-05:00 "power":"on"
      2026-02-12T08:30:00-05:00 "shot":"morning"
      2026-02-12T08:30:01-05:00 "command":["nights"]
      """
    ).play()
    let morning = try recording.shot("morning").texts
    #expect(morning.allSatisfy { !$0.contains("–05:") && !$0.contains("–04:") }, "\(morning)")
    #expect(!recording.says("from motion"))
  }

  @Test("An empty crib is no night, and neither is one before a restart")
  func emptyNight() throws {
    let recording = try Self.withCrib(
      """
      13:30:00 "command":["log","add","wake","--start","06:40"]
      14:00:00 "crib":"awake"
      14:08:00 "crib":"asleep"
      15:20:00 "crib":"awake"
      15:30:00 "crib":"empty"
      2026-02-12T00:30:00-05:00 "power":"cut"
      2026-02-12T00:31:00-05:00 "power":"on"
      2026-02-12T06:50:00-05:00 "shot":"morning"
      2026-02-12T06:50:01-05:00 "command":["nights"]
      """
    ).play()
    let morning = try recording.shot("morning").texts
    #expect(morning.allSatisfy { !$0.contains("–06:") && !$0.contains("–00:") }, "\(morning)")
    #expect(!recording.says("from motion"))
  }

  @Test("Motion offers a night that began after a power cut of the evening")
  func nightAfterAPowerCut() throws {
    let recording = try Self.withCrib(
      """
      18:30:00 "command":["log","add","wake","--start","06:40"]
      19:20:00 "power":"cut"
      19:21:00 "power":"on"
      20:20:00 "crib":"awake"
      20:28:00 "crib":"asleep"
      2026-02-12T06:20:00-05:00 "crib":"awake"
      2026-02-12T06:30:00-05:00 "crib":"empty"
      2026-02-12T06:50:00-05:00 "shot":"morning"
      """
    ).play()
    let morning = try recording.shot("morning").texts
    #expect(morning.contains { $0.contains("20:3") && $0.hasSuffix("NAP: yes") }, "\(morning)")
  }

  @Test(
    "A baby that is up is asked about until the crib's night is known; one that sleeps in the crib is not")
  func oneMorningQuestion() throws {
    let recording = try Self.withCrib(
      Self.ordinaryNights + "\n" + #"""
        18:50:00 "crib":"awake"
        18:58:00 "crib":"asleep"
        2026-02-12T06:20:00-05:00 "shot":"asleep"
        2026-02-12T06:28:00-05:00 "crib":"awake"
        2026-02-12T06:31:00-05:00 "crib":"empty"
        2026-02-12T06:35:00-05:00 "shot":"early"
        2026-02-12T06:50:00-05:00 "shot":"later"
        """#
    ).play()
    #expect(try recording.shot("asleep").texts.allSatisfy { !$0.hasPrefix("Woke") })
    #expect(try recording.shot("early").texts.contains { $0.hasPrefix("Woke 06:") })
    let later = try recording.shot("later").texts
    #expect(later.contains { $0.contains("–06:") && $0.hasSuffix("NAP: yes") }, "\(later)")
  }

  @Test("NAP held on the night from motion moves its end, and MENU held undoes the night")
  func nightHeld() throws {
    func play(_ answer: String) throws -> Recording {
      try Self.withCrib(
        Self.sleptInCrib + """
          2026-02-12T06:52:00-05:00 \(answer)
          2026-02-12T06:52:04-05:00 "shot":"logged"
          2026-02-12T06:52:10-05:00 "hold":"menu","seconds":1.6
          2026-02-12T06:52:13-05:00 "shot":"undone"
          """
      ).play()
    }
    func end(_ name: String, _ recording: Recording) throws -> Int {
      let text = try #require(recording.words(name).first { $0.contains("ight ") && $0.contains("–") })
      return try #require(Self.minutes(text.split(separator: "–").last.map { String($0.prefix(5)) }))
    }
    let (pressed, held) = (try play(#""press":"nap""#), try play(#""hold":"nap","seconds":1.5"#))
    #expect(try end("logged", held) == end("logged", pressed) - 10, "\(held.words("logged"))")
    #expect(held.words("undone").contains { $0.hasPrefix("Undone: night") }, "\(held.words("undone"))")
    #expect(try held.events().allSatisfy { !$0.hasPrefix("sleep") })
  }

  @Test("If a button logged the night, motion says nothing")
  func loggedNight() throws {
    let recording = try Self.withCrib(
      #"""
      18:30:00 "command":["log","add","wake","--start","06:40"]
      18:50:00 "crib":"awake"
      18:52:00 "press":"nap"
      18:58:00 "crib":"asleep"
      2026-02-12T05:00:00-05:00 "press":"nap"
      2026-02-12T06:20:00-05:00 "crib":"empty"
      2026-02-12T06:50:00-05:00 "shot":"morning"
      2026-02-12T06:50:01-05:00 "command":["nights"]
      """#
    ).play()
    #expect(!recording.says("from motion"))
    #expect(try recording.shot("morning").texts.allSatisfy { !$0.contains("? NAP") })
  }

  // MARK: Feeds and presses

  @Test("A switch of side keeps both stretches in one feed, and the panel shows each")
  func bothSides() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "command":["log","add","wake","--start","09:40"]
      10:31:00 "press":"feed"
      10:45:00 "press":"menu"
      10:45:01 "shot":"switched"
      10:55:30 "shot":"right"
      10:57:00 "press":"feed"
      10:58:00 "press":"menu"
      10:58:02 "press":"menu"
      10:58:04 "shot":"today"
      10:58:06 "doublePress":"menu"
      10:58:08 "shot":"last"
      """#)
    #expect(
      try recording.events().suffix(2) == [
        "nursing 10:31:00–10:45:00 left", "nursing 10:45:00–10:57:00 right",
      ])
    #expect(
      try recording.shot("switched").texts.contains("L 14 m, now R ✓"), "\(recording.words("switched"))")
    let right = try recording.shot("right").texts
    for text in ["Feeding R", "10 m", "L 14 m, 24 m in all"] {
      #expect(right.contains(text), "\(right)")
    }
    let today = try recording.shot("today").texts
    #expect(today.contains("Feeds 1 · L 14 R 12 m"), "\(today)")
    #expect(
      try recording.shot("last").texts.contains { $0.contains("10:45 feed R") }, "\(recording.words("last"))")
  }

  @Test("A power cut between the sides keeps the first; NAP ends the feed and shows its total")
  func cutBetweenSides() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "command":["log","add","wake","--start","06:40"]
      12:31:00 "press":"feed"
      12:45:00 "press":"menu"
      12:50:00 "power":"cut"
      12:51:00 "power":"on"
      12:53:00 "press":"nap"
      12:53:01 "shot":"asleep"
      """#)
    #expect(try recording.events().dropFirst().first == "nursing 12:31:00–12:45:00 left")
    #expect(
      try recording.shot("asleep").texts.contains("Fed 22 m, nap 12:53 ✓"), "\(recording.words("asleep"))")
  }

  @Test("With twins a notice names the baby")
  func twins() throws {
    var scenario = Scenario(
      #"""
      13:00:00 "command":["log","add","bottle","--baby","Max"]
      13:00:01 "shot":"said"
      """#)
    scenario.baby = #"{"name":"Ada","birthdate":"2025-09-14","bedtime":"18:40"}"#
    scenario.config = #"{"babies":[{"name":"Max","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let texts = try scenario.play().shot("said").texts
    #expect(texts.contains { $0.hasPrefix("Max: Bottle ") }, "\(texts)")
  }

  @Test("FEED held down for 25 s keeps the time of its press")
  func leanedOn() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "hold":"feed","seconds":25
      13:00:15 "shot":"stuck"
      13:00:30 "shot":"free"
      """#)
    #expect(try recording.events() == ["nursing 13:00:00– left"])
    #expect(try recording.shot("stuck").texts.contains("FEED stuck: let go"))
    #expect(try recording.shot("free").texts.contains("NAP: keep, MENU: undo"), "\(recording.words("free"))")
  }

  @Test("Undo says what was undone; three double presses of MENU start no quiet session")
  func undone() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "press":"nap"
      13:00:10 "hold":"menu","seconds":1.6
      13:00:12 "shot":"undone"
      13:01:00 "doublePress":"menu"
      13:01:02 "doublePress":"menu"
      13:01:04 "doublePress":"menu"
      13:01:06 "shot":"after"
      """#)
    #expect(try recording.shot("undone").texts.contains("Undone: nap 13:00"), "\(recording.words("undone"))")
    #expect(try recording.shot("after").texts.contains("Box"), "\(recording.words("after"))")
    #expect(recording.play.rehearsal.station?.model?.quietCourse.session == nil)
  }

  @Test("In a quiet session MENU says when the last feed was and which side is next")
  func quietNight() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "press":"feed"
      13:10:00 "press":"feed"
      13:12:00 "command":["quiet","start","--minutes","480"]
      13:40:00 "press":"menu"
      13:40:01 "shot":"asked"
      13:40:10 "shot":"dark"
      """#)
    let texts = try recording.shot("asked").texts
    #expect(texts.contains { $0.contains("40 m") } && texts.contains { $0.contains("next R") }, "\(texts)")
    #expect(try recording.shot("dark").light == .off)
  }
}
