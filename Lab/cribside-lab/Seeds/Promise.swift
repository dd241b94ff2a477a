import BoxRuntime
import CareJournal

/// What a box guarantees on any day.
enum Promise: String, Hashable, Sendable, CaseIterable {
  case lives = "the box runs, its log open, whenever it has power and was started"
  case neverSpins = "the loop never spins"
  case rests = "the loop wakes up for a reason only"
  case acknowledgedIsRecovered = "what was acknowledged or shown by a start is on the flash, whatever comes"
  case recoveredWasOffered = "what is on the flash was handed to it, unchanged"
  case acknowledgedOnce = "no event is acknowledged twice"
  case nothingWaits = "once the flash takes lines again, no event waits"
  case replayIsTheState = "a start from the log makes the state that the box had"
  case logIsWhole = "no line of the log is damaged or missing"
  case pressCounts = "a press of NAP or FEED makes an event"
  case earlyPressCounts = "a press while the box starts makes an event of its own time"
  case durationsStay = "no duration is negative, and none changes with the clock"
  case panelShowsTheFrame = "the panel's memory is the frame that the box wants"
  case panelReturns = "the panel is taken back once it answers"
  case chipIsContent = "the panel gets nothing that its data sheet forbids"
  case notSavedIsSaid = "what is in memory only is said to be NOT SAVED"
  case pressCountsQuietly = "a press of NAP or FEED that a shield lets through makes an event"
  case shieldHasSession = "a shield is up exactly while a quiet session runs"
  case shieldIsDark = "under a shield the panel is off, unless something is being shown"
  case lightReturns = "the panel is lit when a quiet session ends"
  case neverCrashes = "the program never crashes"
}

/// A promise that a box broke.
struct BrokenPromise: Hashable, Sendable {
  var promise: Promise
  /// What was found instead, and when.
  var detail: String
}

/// The result of one seed's day. Processes that share the work exchange it as a line of JSON.
struct SeedVerdict: Hashable, Sendable {
  var seed: UInt64
  var events = 0
  var boots = 0
  var broken: [BrokenPromise] = []
  /// The shortest script that still breaks the first of the promises; nil if none is broken or no shorter one was
  /// searched.
  var script: String?

  /// Plays the day of a seed. With `shrinks`, a day that fails is made shorter.
  init(seed: UInt64, hours: Int, shrinks: Bool) throws(RunFault) {
    let day = RandomDay(seed: seed, hours: hours)
    let trial = try SeedTrial(script: day.script)
    self.init(seed: seed, events: trial.events, boots: trial.boots, broken: trial.broken)
    guard shrinks, let reason = trial.broken.first?.promise else { return }
    script = ScriptShrinker.shrunk(day) { Self.breaks(reason, $0) }.script
  }

  /// A verdict from its parts.
  init(
    seed: UInt64, events: Int = 0, boots: Int = 0, broken: [BrokenPromise] = [], script: String? = nil
  ) {
    self.seed = seed
    self.events = events
    self.boots = boots
    self.broken = broken
    self.script = script
  }

  /// Whether a shorter day breaks the same promise. A script that cannot be read does not.
  private static func breaks(_ promise: Promise, _ day: RandomDay) -> Bool {
    do throws(RunFault) {
      return try SeedTrial(script: day.script).broken.contains { $0.promise == promise }
    } catch {
      return false
    }
  }

  /// One line of JSON, without its end.
  var line: String {
    let broken = broken.map { promise -> JSONValue in
      ["promise": .string(promise.promise.rawValue), "detail": .string(promise.detail)]
    }
    let document: JSONValue = [
      "seed": .integer(Int(seed)), "events": .integer(events), "boots": .integer(boots),
      "broken": .array(broken), "script": script.map { .string($0) } ?? .null,
    ]
    return JSONWriter.text(document)
  }

  /// Reads the output of `line`; nil for anything else.
  init?(line bytes: [UInt8]) {
    do {
      var fields = try Fields(try JSONReader.read(bytes))
      seed = UInt64(try fields.required("seed", as: .integer(in: 0...Int.max)))
      events = try fields.required("events", as: .integer)
      boots = try fields.required("boots", as: .integer)
      script = try fields.optional("script", as: .string)
      for var entry in try fields.objects("broken") {
        let text = try entry.required("promise", as: .string)
        guard let promise = Promise(rawValue: text) else { return nil }
        broken.append(BrokenPromise(promise: promise, detail: try entry.required("detail", as: .string)))
      }
    } catch {
      return nil
    }
  }
}
