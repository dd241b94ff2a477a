import SimulatedBoard
import Testing

/// What the box costs when little happens: wake-ups, bytes on the bus, writes to the card.
@Suite struct CostScenarioTests {
  @Test("An idle hour has at most two wake-ups a minute and writes nothing")
  func idleHour() throws {
    let recording = try Scenario.play(
      #"""
      12:59:00 "press":"nap"
      13:00:00 "shot":"end"
      """#)
    let (turns, bytes) = (recording.play.rehearsal.turns, recording.play.world.storage.bytesWritten)
    recording.goOn(forSeconds: 3600)
    #expect(recording.play.rehearsal.turns - turns <= 120)
    #expect(recording.play.rehearsal.turns - turns >= 59, "the minutes are drawn")
    #expect(recording.play.world.storage.bytesWritten == bytes)
  }

  @Test("An idle hour with an ADXL345 on a slow bus has at most sixty wake-ups a minute")
  func idleHourWithAccelerometer() throws {
    var scenario = Scenario(#"13:00:00 "shot":"end""#)
    scenario.motion = #"{"mode":"suggest","sensor":"adxl345"}"#
    scenario.config = #"{"simulation":{"busHertz":100000}}"#
    let recording = try scenario.play()
    let turns = recording.play.rehearsal.turns
    recording.goOn(forSeconds: 3600)
    #expect(recording.play.rehearsal.turns - turns <= 60 * 60)
    #expect(recording.play.rehearsal.turns - turns >= 60 * 55, "the part is read")
  }

  @Test("An idle dark hour has no wake-ups and no bytes for the panel")
  func darkHour() throws {
    var scenario = Scenario(
      #"""
      13:00:00 "press":"nap"
      13:02:00 "shot":"end"
      """#)
    scenario.config = #"{"display":{"darkAfterMinutes":1}}"#
    let recording = try scenario.play()
    let world = recording.play.world
    let (turns, bytes) = (recording.play.rehearsal.turns, world.bus.traffic(of: world.oledAddress).bytes)
    recording.goOn(forSeconds: 3600)
    #expect(recording.play.rehearsal.turns == turns)
    #expect(world.bus.traffic(of: world.oledAddress).bytes == bytes)
  }

  @Test("While nothing changes, no byte goes to the panel")
  func unchanged() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "press":"nap"
      13:00:10 "shot":"end"
      """#)
    let world = recording.play.world
    let bytes = world.bus.traffic(of: world.oledAddress).bytes
    recording.goOn(forSeconds: 30)
    #expect(world.bus.traffic(of: world.oledAddress).bytes == bytes)
  }

  @Test(
    "A minute costs at most 186 bytes; only a sideways step of the drift costs a picture",
    arguments: [#""press":"nap""#, #""shot":"none""#])
  func minutes(then last: String) throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "command":["log","add","wake","--start","06:40"]
      12:00:10 "command":["log","add","nursing","--start","11:10","--end","11:30"]
      13:00:30 \#(last)
      13:01:10 "shot":"end"
      """#)
    let world = recording.play.world
    var bytes: [Int] = []
    for _ in 0..<160 {
      let before = world.bus.traffic(of: world.oledAddress).bytes
      recording.goOn(forSeconds: 60)
      bytes.append(world.bus.traffic(of: world.oledAddress).bytes - before)
    }
    let large = bytes.filter { $0 > 186 }
    // In 160 minutes the drift moves sideways at most four times, and the state changes once.
    #expect(bytes.count { $0 > 300 } <= 5, "\(bytes)")
    #expect(large.count <= 9 && large.allSatisfy { $0 <= 1_100 }, "\(bytes)")
    #expect(bytes.prefix(60).reduce(0, +) <= 9_000 && bytes.suffix(60).reduce(0, +) <= 9_000)
  }

  @Test("An ordinary day has at most 9,000 bytes an hour for the panel")
  func ordinaryDay() throws {
    let recording = try Scenario.play(
      #"""
      07:05:00 "command":["log","add","wake","--start","07:00"]
      07:20:00 "press":"feed"
      07:40:00 "press":"feed"
      09:15:00 "press":"nap"
      10:30:00 "press":"nap"
      10:40:00 "doublePress":"feed"
      12:50:00 "hold":"nap","seconds":1.5
      14:20:00 "press":"nap"
      14:30:00 "press":"feed"
      14:45:00 "press":"menu"
      14:55:00 "press":"feed"
      16:00:00 "press":"menu"
      16:01:00 "press":"menu"
      18:40:00 "press":"nap"
      2026-02-12T07:05:00-05:00 "press":"nap"
      """#)
    let world = recording.play.world
    #expect(world.bus.traffic(of: world.oledAddress).bytes <= 9_000 * 24)
    // Two turns a minute, and up to eighty for each press because its contacts chatter at both ends.
    #expect(recording.play.rehearsal.turns <= 24 * 120 + 20 * 80)
    #expect(world.oled.violations == [])
    #expect(world.ledger.pressToSaved.allSatisfy { $0 <= 100_000_000 })
    #expect(world.ledger.pressToPixel.count == world.ledger.pressToSaved.count)
    #expect(world.ledger.pressToPixel.allSatisfy { $0 <= 300_000_000 })
  }
}
