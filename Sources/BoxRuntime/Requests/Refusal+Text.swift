import CareJournal
import Nursery

extension Refusal {
  /// The refusal in a sentence that names the event and the field, for the command line.
  package var text: String {
    switch self {
    case .endBeforeStart: "end: expected a time after the start, found an earlier one"
    case .overlapsSleep(let id): "start: overlaps the sleep \(id.shortName)"
    case .overlapsNursing(let id): "start: overlaps the nursing \(id.shortName)"
    case .alreadyAsleep(let id): "start: the sleep \(id.shortName) is still running: end it first"
    case .alreadyNursing(let id): "start: the nursing \(id.shortName) is still running: end it first"
    case .notAsleep: "no sleep is running"
    case .notNursing: "no nursing is running"
    case .inTheFuture(let field): "\(field.name): expected a time that is not in the future"
    case .unknownEvent(let id): "older than \(CareFold.heldDays) days: \(id.shortName) is not held by the box"
    case .alreadyDeleted(let id): "\(id.shortName) is deleted already"
    case .doesNotApply(let field): "\(field.name): this kind of event has none"
    case .nothingToChange: "nothing to change: give --start, --end, --running, --side, --amount or --milk"
    case .tooManyWait: "NOT SAVED: too many events wait already for a card that refuses them"
    }
  }
}

extension Refusal.Field {
  fileprivate var name: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .side: "side"
    case .amount: "amount"
    case .milk: "milk"
    case .nappy: "nappy"
    case .medicine: "medicine"
    }
  }
}
