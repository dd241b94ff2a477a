import CareJournal
import Nursery

extension JournalDraft {
  /// The same draft with this boot's ordinal, for what was recorded before the log could tell it.
  package func inBoot(_ boot: Int) -> JournalDraft {
    switch self {
    case .sync(let id, let moment): .sync(id, moment.inBoot(boot))
    case .left(let id, let moment, let numbers): .left(id, moment.inBoot(boot), numbers)
    case .care(let event): .care(event.inBoot(boot))
    case .extended(let event, let rest): .extended(event.inBoot(boot), rest)
    case .kept(let line):
      .kept(
        KeptLine(
          id: line.id, moment: line.moment.inBoot(boot), op: line.op, version: line.version,
          members: line.members))
    }
  }
}
