import BoxRuntime
import CareJournal

/// What became of one seed's day: a line of JSON between the processes that share the work.
struct SeedVerdict: Hashable, Sendable {
  var seed: UInt64
  var events = 0
  var boots = 0
  var broken: [BrokenPromise] = []
  /// The shortest script that still breaks the first of them; nil when none is broken or no one looked for it.
  var script: String?

  /// Plays the day of a seed; where it fails, makes it shorter if wanted.
  init(seed: UInt64, hours: Int, shrinks: Bool) throws(RunFault) {
    let day = RandomDay(seed: seed, hours: hours)
    let trial = try SeedTrial(script: day.script)
    self.init(seed: seed, events: trial.events, boots: trial.boots, broken: trial.broken)
    guard shrinks, let reason = trial.broken.first?.promise else { return }
    script = ScriptShrinker.shrunk(day) { Self.breaks(reason, $0) }.script
  }

  /// A verdict as it stands.
  init(
    seed: UInt64, events: Int = 0, boots: Int = 0, broken: [BrokenPromise] = [], script: String? = nil
  ) {
    self.seed = seed
    self.events = events
    self.boots = boots
    self.broken = broken
    self.script = script
  }

  /// Whether a shorter day fails for the same reason. A script that cannot be read is none.
  private static func breaks(_ promise: Promise, _ day: RandomDay) -> Bool {
    do throws(RunFault) {
      return try SeedTrial(script: day.script).broken.contains { $0.promise == promise }
    } catch {
      return false
    }
  }

  /// One line, without its end.
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

  /// Reads what `line` wrote; nil for anything else.
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
