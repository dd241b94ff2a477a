import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// Asks a box: the running one over its socket. If none runs, the answer comes from its directory; only a request that
/// writes takes the directory's lock.
struct BoxClient {
  var place: BoxPlace

  /// The answer to a request; `arguments` are the words of the command line that made it.
  func ask(_ request: BoxRequest, arguments: [String]) -> BoxAnswer {
    let asked = LinuxClock().bootMilliseconds
    do throws(RunFault) {
      let whereabouts = try Whereabouts(place)
      do throws(ControlFault) {
        let line = ControlLine.line(arguments)
        let progress = SegmentProgress()
        defer { progress.end() }
        let answer = try ControlClient.request(
          path: whereabouts.socket, line: line, timeoutMilliseconds: request.patienceMilliseconds,
          hear: { line in BoxAnswer.progress(line: line).map { progress.note($0.done, of: $0.total) } })
        return Self.answer(answer, to: request)
      } catch .notRunning {
        return try ask(request, whereabouts, madeAtMilliseconds: asked)
      } catch {
        return Self.failure(error, asking: request)
      }
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// A box's answer to a request: pieces of the output, each on a line, and the line with the exit code.
  static func answer(_ text: String, to request: BoxRequest) -> BoxAnswer {
    var lines = text.split(separator: "\n")
    do throws(FieldFault) {
      let last = String(lines.popLast() ?? "")
      var output = ""
      for line in lines { output += try BoxAnswer.piece(line: String(line)) }
      // The answer was cut between two pieces.
      if isPiece(last) { return noAnswer(to: request) }
      var answer = try BoxAnswer(line: last)
      answer.output = output + answer.output
      return answer
    } catch {
      guard !error.path.isEmpty else { return noAnswer(to: request) }
      return .failure(.io, "the box answered something else: \(error.path): \(error.message)")
    }
  }

  private static func isPiece(_ line: String) -> Bool {
    do throws(FieldFault) {
      _ = try BoxAnswer.piece(line: line)
      return true
    } catch {
      return false
    }
  }

  /// The answer if a running box gave none.
  static func failure(_ fault: ControlFault, asking request: BoxRequest) -> BoxAnswer {
    if case .badAnswer = fault { return noAnswer(to: request) }
    let exit = ExitStatus(rawValue: fault.exitCode) ?? .io
    guard case .timedOut = fault, let look = look(after: request) else {
      return .failure(exit, fault.description)
    }
    // If the user repeated the command, the event could be in the log twice.
    return .failure(exit, "\(fault.description); the box may have done it: before you try again, \(look)")
  }

  /// A box that ends while it answers may have carried out the request.
  private static func noAnswer(to request: BoxRequest) -> BoxAnswer {
    .failure(.io, "the box went away before it answered" + (look(after: request).map { "; " + $0 } ?? ""))
  }

  /// The command that shows the outcome of a request; nil for a question.
  private static func look(after request: BoxRequest) -> String? {
    switch request {
    case .logAdd, .logEdit, .logDelete: "`cribside log list` shows whether the event was saved"
    case .nights(let wish) where !wish.words.isEmpty: "`cribside nights` shows whether that was saved"
    case .clockSet: "`cribside status` shows the clock"
    case .reload, .set: "`cribside explain` and the journal show what is in force"
    case .quiet: "`cribside quiet status` shows what is in force"
    default: nil
    }
  }

  /// The message that no box runs and, if no other place was named, how to start one on this machine.
  private func absence(at socket: String) -> String {
    let fact = "no box runs at \(socket)"
    guard place.state == nil, place.config == nil else { return fact }
    guard MachineFiles().unitPath(MachineFiles.units[0]) == nil else {
      return fact + "; `sudo systemctl start cribside` starts it"
    }
    return fact + "\n`cribside simulate` starts one in a terminal; "
      + "add --state ~/.local/state/cribside/simulate to ask that one."
  }

  /// Answers while no box runs, as far as the directory has the answer.
  private func ask(
    _ request: BoxRequest, _ whereabouts: Whereabouts, madeAtMilliseconds asked: Int
  ) throws(RunFault) -> BoxAnswer {
    switch request {
    case .reload:
      return .failure(
        .unavailable, absence(at: whereabouts.socket) + "\nIts next start reads the configuration.")
    case .status, .calibrate, .phone, .watch:
      return .failure(.unavailable, absence(at: whereabouts.socket))
    default: break
    }
    guard let configuration = try whereabouts.configuration() else {
      throw RunFault(exit: .unavailable, message: absence(at: whereabouts.socket))
    }
    let directory = configuration.stateDirectory
    guard whereabouts.knowsBabies || !request.isAboutBabies else {
      throw RunFault(
        exit: .unavailable, message: "\(directory) does not name its babies: give the box's --config FILE too"
      )
    }
    try BoxDirectory.check(directory, remedy: "for a new box make it first: mkdir \(directory)")
    if case .quiet(let wish) = request {
      var box = try OfflineQuiet(configuration, clock: whereabouts.clock)
      return try box.answer(wish)
    }
    var answer: BoxAnswer
    if let read = try LogReader(configuration).answer(to: request) {
      answer = read
    } else {
      let box = try OfflineBox(configuration, clock: whereabouts.clock)
      answer = try box.ask(request, madeAtMilliseconds: asked)
    }
    if !whereabouts.knowsBabies, request.hasTimesOfDay, answer.exit == .ok {
      // The log has no zone. If it is a copy, its box may have had another one.
      let remark = "times are in \(SystemZone().name()), the zone of this machine"
      answer.error += (answer.error.isEmpty ? "" : "\n") + remark
    }
    return answer
  }
}

extension BoxRequest {
  /// Whether the answer depends on the babies. A log can be listed and repaired without them.
  fileprivate var isAboutBabies: Bool {
    switch self {
    case .explain, .today, .learn, .nights, .set: true
    default: false
    }
  }

  /// Whether times of day are printed or were given, which depend on the zone.
  fileprivate var hasTimesOfDay: Bool {
    switch self {
    case .logList(_, _, _, let isJSON): !isJSON
    case .logAdd, .logEnd, .logEdit: true
    default: false
    }
  }

  /// How long to wait for each part of the answer, in milliseconds. A question may have to wait for other questions.
  fileprivate var patienceMilliseconds: Int {
    switch self {
    case .logList, .logVerify: 120_000
    // An old event is looked up in the whole log.
    case .logEdit, .logDelete: 60_000
    default: 5000
    }
  }
}

/// Shows on a terminal how far a check of the log is. The number of segments is that of the first call.
final class SegmentProgress {
  private var line: ProgressLine?
  private var done = 0

  /// Notes how many segments were read, and how many there are.
  func note(_ done: Int, of total: Int) {
    let line = self.line ?? ProgressLine("segments", of: total)
    line.advance(by: done - self.done)
    (self.line, self.done) = (line, done)
  }

  /// Clears the line.
  func end() { line?.end() }
}

/// A box's socket and directory, from the options.
struct Whereabouts {
  var socket: String
  private var found: Configuration?
  /// Why the file is refused; nil if it is not. A box may run anyway, with its earlier settings.
  private var refusal: RunFault?
  /// The clock. For the directory of a simulation, this machine's time always counts as set.
  var clock = LinuxClock()
  /// Whether the babies are known; a directory alone does not name them.
  private(set) var knowsBabies = true

  init(_ place: BoxPlace) throws(RunFault) {
    let simulation = place.state.map { "\($0)/\(SimulationFile.name)" }.flatMap {
      PlainFile.exists($0) ? $0 : nil
    }
    let usual = ConfigurationFile.isThere ? ConfigurationFile.standardPath : nil
    let path = place.config ?? simulation ?? usual
    do throws(RunFault) {
      found = try path.map { path throws(RunFault) in try ConfigurationFile.read(path) }
    } catch {
      guard let path, let remains = ConfigurationFile.remains(of: path) else { throw error }
      (found, refusal) = (remains, error)
    }
    socket = found?.socket ?? Configuration(babies: []).socket
    guard let state = place.state else { return }
    socket = state + "/control"
    if simulation != nil { clock = LinuxClock(syncSign: .always) }
    knowsBabies = found != nil
    found = found ?? DemonstrationBaby.unknown
    found?.stateDirectory = state
  }

  /// The configuration, for answers from the box's directory; nil if there is none. Throws if the file is refused.
  func configuration() throws(RunFault) -> Configuration? {
    if let refusal { throw refusal }
    return found
  }
}

/// The baby of a simulation without a configured one: five months old today, bedtime at seven.
package enum DemonstrationBaby {
  /// A whole configuration for that baby.
  package static var configuration: Configuration {
    let baby = Baby(birthdate: birthdate, bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    return Configuration(babies: [Configuration.Resident(id: BabyID(number: 1), name: "Mia", baby: baby)])
  }

  /// A configuration for a log if only the numbers of its babies are known. Its birth date is so early that it refuses
  /// no time.
  static var unknown: Configuration {
    var unknown = configuration
    unknown.babies[0].baby.birthdate = CivilDate(daysSinceEpoch: 0)
    return unknown
  }

  /// The same configuration as the text of a file.
  package static var text: String {
    "{ \"babies\": [{ \"name\": \"Mia\", \"birthdate\": \"\(ISO8601.text(birthdate))\", \"bedtime\": \"19:00\" }] }\n"
  }

  private static var birthdate: CivilDate {
    ZoneWindow.utc.civil(Instant(milliseconds: LinuxClock().wallMilliseconds)).date.adding(days: -150)
  }
}

/// The file that a simulation leaves in its directory. With it, commands with `--state` know the babies, and use this
/// machine's clock.
package enum SimulationFile {
  /// The configuration that the simulated box runs with.
  package static let name = "simulation.json5"
}
