import CareJournal
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// A card that does not answer for hours: no jobs pile up, and no press is lost.
@Suite struct HangScenarioTests {
  /// Retries and questions all need the card.
  @Test("A card that refuses and then hangs gets few jobs, and every press")
  func longHang() throws {
    let asked = (100..<180).map { #"12:05:\#($0 / 2 - 40).\#($0 % 2 * 5)00 "command":["log","list"]"# }
    let rated = (10..<50).map { #"12:10:\#($0) "command":["nights","rate","\#($0 % 5 + 1)"]"# }
    let lines = [
      #"12:00:00 "fault":"disk-error","seconds":60"#,
      #"12:00:01 "press":"feed""#,
      #"12:00:30 "fault":"disk-stall","seconds":3600"#,
      #"12:04:00 "press":"nap""#,
    ]
    let end = [
      #"12:50:00 "press":"nap""#,
      #"13:00:28 "shot":"before""#,
      #"13:01:00 "shot":"after""#,
    ]
    let recording = try Scenario((lines + asked + rated + end).joined(separator: "\n")).play { play in
      // A retry, a write and the nights. Questions wait elsewhere.
      play.watch = { [world = play.world] _ in #expect(world.storageQueue.count <= 3) }
    }
    let refused = recording.transcript.count { $0.contains("other questions wait for their answers") }
    #expect(refused == 80 - QuestionWorker.capacity)
    #expect(try !recording.shot("before").texts.contains { $0.contains("✓") })
    #expect(try !recording.shot("after").texts.contains { $0.contains("NOT SAVED") })
    #expect(try recording.events() == ["nursing 12:00:01–12:04:00 left", "sleep 12:04:00–12:50:00"])
    #expect(recording.acknowledged == (try recording.careIDs()))
  }

  @Test("While the card hangs, 64 requests wait for it, and further ones are refused")
  func manyRequestsWait() throws {
    let wishes = (0..<70).map { number in
      #"12:01:\#(10 + number / 2).\#(number % 2 * 5)00 "command":["set","plan.naps","\#(number % 5 + 1)"]"#
    }
    let lines = [#"12:00:30 "fault":"disk-stall","seconds":3600"#] + wishes + [#"13:02:00 "shot":"end""#]
    let recording = try Scenario(lines.joined(separator: "\n")).play()
    let refused = recording.transcript.filter {
      $0.contains("refused (exit 75)") && $0.contains("the card does not answer, and others wait for it")
    }
    #expect(refused.count == 70 - 64)
    #expect(recording.transcript.count { $0.contains("plan.naps is") } == 64)
    let wished = try SmallFile.wishes.read(from: recording.play.world.storage).content?.settings
    #expect(wished?.map(\.value) == ["4"], "the last one that was not refused")
  }

  @Test("A press that the full queue of the card's thread refuses is written later")
  func refusedBySubmit() throws {
    let recording = try Scenario(
      #"""
      13:05:00 "fault":"disk-stall","seconds":20
      13:05:01 "command":["quiet","schedule","--start","21:00"]
      13:05:03 "press":"nap"
      13:05:05 "press":"feed"
      13:05:19 "shot":"still"
      13:05:21 "shot":"saved"
      13:06:00 "press":"feed"
      """#
    ).play { play in
      play.world.storageCapacity = 1
      play.world.plan(.filesChanged, afterNanoseconds: 12_000_000_000)
    }
    #expect(try recording.shot("still").texts.contains("saving…"), "\(recording.words("still"))")
    #expect(try !recording.shot("saved").texts.contains("saving…"))
    let found = try recording.events()
    #expect(found == ["sleep 13:05:03–", "nursing 13:05:05–13:06:00 left"], "\(found)")
    #expect(recording.acknowledged == (try recording.careIDs()))
  }
}
