import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// Answers questions from a box's directory while no box runs: nothing in it is written, and nothing is locked.
struct LogReader {
  private let settings: BedsideSettings
  private let storage: DirectoryStorage
  private let clock = LinuxClock()
  private let print: (String) -> Bool

  /// A reader of a configuration's directory, which has to be there. Long answers go to `print` in pieces, which returns
  /// whether anyone reads on; an empty piece only asks that.
  init(
    _ configuration: Configuration, print: @escaping (String) -> Bool = StandardStreams.piece
  ) throws(RunFault) {
    self.print = print
    settings = try BedsideSettings(configuration, address: "")
    storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: configuration.stateDirectory)
    }
  }

  /// The answer to a question; nil for a wish, which takes a box.
  func answer(to request: BoxRequest) -> BoxAnswer? {
    switch request {
    case .nights(let wish) where !wish.words.isEmpty: nil
    case .logList, .logVerify, .explain, .today, .learn, .nights: reply(to: request)
    case .lines: reply(to: request)
    case .status, .calibrate, .logAdd, .logEnd, .logEdit, .logDelete, .quiet, .phone, .clockSet, .watch,
      .offer, .have, .reload, .set, .link:
      nil
    }
  }

  private func reply(to request: BoxRequest) -> BoxAnswer {
    do throws(RunFault) {
      let (nights, complaint) = try nights(for: request)
      var answer = try answer(to: request, nights)
      if let complaint { answer.tell(complaint) }
      return answer
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// A list and a check want no more of the log than its clocks; what the box says of now wants the events that it holds.
  private func answer(to request: BoxRequest, _ nights: [BabyID: SleepStore]) throws(RunFault) -> BoxAnswer {
    let (clocks, now) = try clocks()
    var logs: [BabyID: CareLog] = [:]
    switch request {
    case .logList, .logVerify, .lines: break
    default: logs = try self.logs(clocks, at: clocks.instant(at: now.boot))
    }
    let model = BedsideModel(
      settings: settings, logs: logs, clocks: clocks, idSeed: 0, box: BoxCondition(), nights: nights)
    let view = BoxView(model: model, moment: now, panel: PanelQueue(), recovery: nil)
    switch view.reply(to: request) {
    case .answer(let answer): return answer
    case .read(let question): return printed(question)
    case .look, .care, .nights, .quiet, .phone, .clock, .watch, .offer, .reload, .set:
      return .failure(.software, "a question became a wish")
    }
  }

  /// Prints the answer as it comes, but for its end.
  private func printed(_ question: LogQuestion) -> BoxAnswer { question.answer(from: storage, send: print) }

  /// The clocks as the log has them, at this machine's time.
  private func clocks() throws(RunFault) -> (clocks: ClockHistory, now: Moment) {
    do throws(JournalFault) {
      let clocks = try LogClocks(of: storage, floor: settings.floor)
      return clocks.read(at: Instant(milliseconds: clock.wallMilliseconds))
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
  }

  private func logs(_ clocks: ClockHistory, at now: Instant) throws(RunFault) -> [BabyID: CareLog] {
    do {
      let since = now.adding(minutes: -CareFold.heldDays * 1440)
      return try LogEvents(of: storage, clocks: clocks, since: since).logs()
    } catch let fault as EventFault {
      throw RunFault(exit: .io, message: fault.text)
    } catch {
      throw RunFault(exit: .io, message: "\(error)")
    }
  }

  /// What is kept of nights. An answer about them cannot do without; the log is read whatever lies beside it, and the
  /// complaint tells then what could not be.
  private func nights(
    for request: BoxRequest
  ) throws(RunFault) -> (kept: [BabyID: SleepStore], complaint: String?) {
    do throws(StorageFault) {
      return (try SmallFile.nights.read(from: storage).content ?? [:], nil)
    } catch {
      if case .nights = request { throw RunFault(error) }
      return ([:], "\(SmallFile.nights.path) cannot be read, and is left out: \(error.text)")
    }
  }
}

extension BoxAnswer {
  /// Says one thing more beside the answer.
  fileprivate mutating func tell(_ complaint: String) {
    error += (error.isEmpty ? "" : "\n") + complaint
  }
}
