import Nursery

extension JournalLine {
  /// Where the line stands in the order that all boxes of a household give to the lines.
  public var stamp: LineStamp { LineStamp(count: count, box: box, sequence: sequence) }

  /// Whether another box wrote it; of a line as `seen(by:)` gives it.
  var isOfAnotherBox: Bool { moment.boot.box != nil }

  /// The line as it is read in the log of a box: times by another box's clock name that box. Nil: the log's own box is
  /// not known, and its lines are taken for its own.
  func seen(by own: String?) -> JournalLine {
    guard let own else { return self }
    guard box != own || namesBoxes else { return self }
    var line = self
    let name = { (box: String?) in (box ?? self.box) == own ? nil : box ?? self.box }
    line.moment.boot.box = name(moment.boot.box)
    guard case .care(var event) = entry else { return line }
    event.moment = line.moment
    switch event.change {
    case .added(var care):
      care.start = care.start.named(by: name)
      care.end = care.end?.named(by: name)
      event.change = .added(care)
    case .amended(let id, var patch):
      patch.start = patch.start?.named(by: name)
      patch.end = patch.end.map { $0?.named(by: name) }
      event.change = .amended(id, patch)
    case .deleted: break
    }
    line.entry = .care(event)
    return line
  }

  /// Whether a time on it is by the clock of a box that it names.
  private var namesBoxes: Bool {
    guard case .care(let event) = entry else { return false }
    switch event.change {
    case .added(let care): return care.start.namesBox || care.end?.namesBox ?? false
    case .amended(_, let patch): return patch.start?.namesBox ?? false || patch.end??.namesBox ?? false
    case .deleted: return false
    }
  }
}

extension EventTime {
  fileprivate var namesBox: Bool {
    guard case .boot(let time) = self else { return false }
    return time.box != nil
  }

  fileprivate func named(by name: (String?) -> String?) -> EventTime {
    guard case .boot(var time) = self else { return self }
    time.box = name(time.box)
    return .boot(time)
  }
}
