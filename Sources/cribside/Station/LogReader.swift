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
    case .logList, .logVerify, .explain, .nights: reply(to: request)
    case .status, .calibrate, .logAdd, .logEdit, .logDelete, .quiet: nil
    }
  }

  private func reply(to request: BoxRequest) -> BoxAnswer {
    do throws(RunFault) {
      switch try desk().reply(to: request) {
      case .answer(let answer): return answer
      case .read(let question): return question.answer(from: storage)
      case .care, .nights, .quiet: return .failure(.software, "a question became a wish")
      }
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// The state as the log has it, at this machine's time.
  private func desk() throws(RunFault) -> RequestDesk {
    let (fold, nights) = try (fold(), nights())
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

  private func nights() throws(RunFault) -> [BabyID: SleepStore] {
    try RunFault.storage { () throws(StorageFault) in try NightsFile.load(from: storage) }
  }
}
