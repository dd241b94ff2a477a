import CareJournal
import Nursery

extension JournalDraft {
  /// The same draft with this boot's ordinal, for what was recorded before the log could tell it.
  func inBoot(_ boot: Int) -> JournalDraft {
    switch self {
    case .sync(let id, let moment): .sync(id, moment.inBoot(boot))
    case .care(var event): .care(event.move(toBoot: boot))
    }
  }
}

extension CareEvent {
  fileprivate mutating func move(toBoot boot: Int) -> CareEvent {
    moment = moment.inBoot(boot)
    switch change {
    case .added(var care):
      care.start = care.start.inBoot(boot)
      care.end = care.end.map { $0.inBoot(boot) }
      change = .added(care)
    case .amended(let id, var patch):
      patch.start = patch.start.map { $0.inBoot(boot) }
      patch.end = patch.end.map { $0.map { $0.inBoot(boot) } }
      change = .amended(id, patch)
    case .deleted: break
    }
    return self
  }
}

extension Moment {
  fileprivate func inBoot(_ boot: Int) -> Moment {
    guard self.boot.boot == 0 else { return self }
    return Moment(boot: BootTime(boot: boot, milliseconds: self.boot.milliseconds), wall: wall, trust: trust)
  }
}

extension EventTime {
  /// Ordinal 0 stands for a boot that the log had not numbered yet.
  fileprivate func inBoot(_ boot: Int) -> EventTime {
    guard case .boot(let time) = self, time.boot == 0 else { return self }
    return .boot(BootTime(boot: boot, milliseconds: time.milliseconds))
  }
}
