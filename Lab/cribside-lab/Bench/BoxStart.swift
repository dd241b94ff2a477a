import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Rehearsal
import SimulatedBoard

/// One start of the box in a fresh process, up to the first complete frame: real files, simulated parts.
struct BoxStart {
  /// Processor time of the whole process by then.
  var processorMilliseconds: Double
  /// Real time of the box's own start, its configuration and parts included, the loading of the program not.
  var realMilliseconds: Double
  /// Simulated time that the card and the display's bus added to it.
  var simulatedMilliseconds: Double
  /// Memory in RAM then.
  var residentKibibytes: Int
  /// Of that, heap and stacks.
  var anonymousKibibytes: Int
  /// Lines of the log that were read.
  var lines: Int

  /// Starts a box on a directory that holds a log. To be called once in a process, at its beginning.
  init(directory: String) throws(RunFault) {
    let begin = LinuxClock().monotonicNanoseconds
    let configuration = BenchLog.configuration
    let storage = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory)
    }
    let syncNanoseconds = UInt64(configuration.simulation.syncMilliseconds) * 1_000_000
    let world = SimulatedWorld(
      configuration: configuration, profile: try ConfigurationFile.profile(configuration), storage: storage,
      startMilliseconds: BenchLog.end.milliseconds, seed: 1, cost: { _ in syncNanoseconds })
    let rehearsal = SimulatedBox(
      world: world, configuration: configuration, settings: BedsideSettings(configuration, zone: .utc),
      seed: 2)
    world.clock.synchronize()
    rehearsal.start()
    try Self.waitForFrame(rehearsal)
    let usage = try RunFault.system { () throws(SystemFault) in try ProcessUsage.now() }
    processorMilliseconds = Double(usage.processorNanoseconds) / 1e6
    realMilliseconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e6
    simulatedMilliseconds = Double(world.clock.worldNanoseconds) / 1e6
    residentKibibytes = usage.residentKibibytes
    anonymousKibibytes = usage.anonymousKibibytes
    lines = rehearsal.station?.recovery?.lines ?? 0
  }

  /// Lets the box live until the log is read and the panel has acknowledged all of the frame that shows it.
  private static func waitForFrame(_ rehearsal: SimulatedBox<DirectoryStorage>) throws(RunFault) {
    let limit: UInt64 = 10_000_000_000
    while !showsDay(rehearsal.station) {
      guard rehearsal.step(until: limit) else {
        throw RunFault(exit: .software, message: "the simulated box showed nothing within 10 s")
      }
    }
  }

  private static func showsDay(_ station: Station?) -> Bool {
    guard let station, station.recovery != nil, let shown = station.panel.shown else { return false }
    return shown.generation == station.panel.desired?.generation
  }
}

extension BoxStart {
  /// One JSON line, for the process that asked.
  var line: String {
    let document: JSONValue = [
      "processorMilliseconds": .number(processorMilliseconds), "realMilliseconds": .number(realMilliseconds),
      "simulatedMilliseconds": .number(simulatedMilliseconds),
      "residentKibibytes": .integer(residentKibibytes),
      "anonymousKibibytes": .integer(anonymousKibibytes), "lines": .integer(lines),
    ]
    return JSONWriter.text(document)
  }

  /// Reads what `line` wrote.
  init(line bytes: [UInt8]) throws(RunFault) {
    do {
      var fields = try Fields(try JSONReader.read(bytes))
      processorMilliseconds = try fields.required("processorMilliseconds", as: .number)
      realMilliseconds = try fields.required("realMilliseconds", as: .number)
      simulatedMilliseconds = try fields.required("simulatedMilliseconds", as: .number)
      residentKibibytes = try fields.required("residentKibibytes", as: .integer)
      anonymousKibibytes = try fields.required("anonymousKibibytes", as: .integer)
      lines = try fields.required("lines", as: .integer)
    } catch {
      throw RunFault(exit: .software, message: "the started process answered something else: \(error)")
    }
  }
}
