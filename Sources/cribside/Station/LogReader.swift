import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// Answers questions from a box's directory while no box runs: nothing in it is written, and nothing is locked.
struct LogReader {
  private let settings: BedsideSettings
  private let storage: DirectoryStorage
  private let clock = LinuxClock()

  /// A reader of a configuration's directory, which has to be there.
  init(_ configuration: Configuration) throws(RunFault) {
    settings = try BedsideSettings(configuration, address: "")
    storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: configuration.stateDirectory)
    }
  }

  /// The answer to a question; nil for a wish, which takes a box.
  func answer(to request: BoxRequest) -> BoxAnswer? {
    switch request {
    case .nights(let wish) where !wish.words.isEmpty: nil
    case .logList, .logVerify, .explain, .learn, .nights: reply(to: request)
    case .status, .calibrate, .logAdd, .logEdit, .logDelete, .quiet: nil
    }
  }

  private func reply(to request: BoxRequest) -> BoxAnswer {
    do throws(RunFault) {
      let (nights, complaint) = try nights(for: request)
      var answer = try answer(of: desk(nights).reply(to: request))
      if let complaint { answer.tell(complaint) }
      return answer
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  private func answer(of reply: RequestDesk.Reply) -> BoxAnswer {
    switch reply {
    case .answer(let answer): answer
    case .read(let question): question.answer(from: storage)
    case .care, .nights, .quiet: .failure(.software, "a question became a wish")
    }
  }

  /// The state as the log has it, at this machine's time.
  private func desk(_ nights: [BabyID: SleepStore]) throws(RunFault) -> RequestDesk {
    let fold = try fold()
    let (clocks, now) = fold.clocks(readAt: Instant(milliseconds: clock.wallMilliseconds))
    let model = BedsideModel(
      settings: settings, logs: fold.logs, clocks: clocks, idSeed: 0, box: BoxCondition(), nights: nights)
    return RequestDesk(model: model, moment: now, panel: PanelDesk(), recovery: nil)
  }

  private func fold() throws(RunFault) -> LogFold {
    do throws(JournalFault) {
      return try LogFold(of: storage, floor: settings.floor)
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
  }

  /// What is kept of nights. An answer about them cannot do without; the log is read whatever lies beside it, and the
  /// complaint tells then what could not be.
  private func nights(
    for request: BoxRequest
  ) throws(RunFault) -> (kept: [BabyID: SleepStore], complaint: String?) {
    do throws(StorageFault) {
      return (try NightsFile.load(from: storage), nil)
    } catch {
      if case .nights = request { throw RunFault(error) }
      return ([:], "\(NightsFile.path) cannot be read, and is left out: \(error.text)")
    }
  }
}

extension BoxAnswer {
  /// Says one thing more beside the answer.
  fileprivate mutating func tell(_ complaint: String) {
    error += (error.isEmpty ? "" : "\n") + complaint
  }
}
