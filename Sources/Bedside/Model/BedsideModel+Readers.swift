import CribMotion
import Nursery

/// What commands ask about the state.
extension BedsideModel {
  /// What is known about the clock of every boot.
  public var clockHistory: ClockHistory { care.clocks }

  /// The zone of every wall time.
  public var zone: ZoneWindow { care.settings.zone }

  /// The household's babies, in the order of their pages.
  public var babies: [BabyID] { care.settings.residents.map { $0.id } }

  /// The babies' names.
  public var names: [BabyID: String] {
    var names: [BabyID: String] = [:]
    for resident in care.settings.residents { names[resident.id] = resident.name }
    return names
  }

  /// The household's babies with their names and settings, in the order of their pages.
  public var residents: [BedsideSettings.Resident] { care.settings.residents }

  /// Whether times of day are shown on a 12-hour clock.
  public var usesTwelveHours: Bool { care.settings.usesTwelveHours }

  /// How much a baby's crib moved in each span of `minutes` from an instant; empty if nothing is known.
  public func movement(
    of baby: BabyID, in span: InstantRange, minutes: Int, at moment: Moment
  ) -> [Float?] {
    guard baby == motionBaby, let witness = motion.witness else { return [] }
    let ahead = care.clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    let levels = witness.movement(
      from: span.earliest.milliseconds - ahead, until: span.latest.milliseconds - ahead, epochs: 2 * minutes)
    return levels.contains { $0 != nil } ? levels : []
  }

  /// The same box with its pages on a baby and without a notice, for a reader that is not the panel.
  public func pages(of baby: BabyID) -> BedsideModel {
    var copy = self
    copy.care.chosenBaby = baby
    copy.screen.notice = nil
    copy.planning.calls = []
    copy.quiet.menu = nil
    copy.care.logs[baby] = projection(of: baby, memoryOnly: true)
    return copy
  }

  /// The words of a page as the panel would show it at a moment without a quiet session.
  public func words(of page: Page, at moment: Moment) -> [String] {
    var copy = self
    copy.screen.page = page
    guard var scene = copy.scene(at: moment) else { return [] }
    scene.quiet = nil
    return Picture(of: scene).texts
  }

  /// A baby's events on the card; nil if the box does not know the baby.
  public func log(of baby: BabyID) -> CareLog? { care.logs[baby] }

  /// The side with which the baby's next nursing begins.
  public func sideOffered(to baby: BabyID) -> NursingSide {
    offeredSide(projection(of: baby)) ?? .left
  }

  /// The other side than the one nursed last, whenever that was logged; nil if there was none. If a nursing was so
  /// short that it does not count, its side is offered again.
  func offeredSide(_ log: CareLog) -> NursingSide? {
    let last = log.last(.nursing, clock: care.clocks) { record in
      guard let end = record.care.end else { return true }
      let (start, over) = (care.clocks.resolve(record.care.start).instant, care.clocks.resolve(end).instant)
      return over.milliseconds - start.milliseconds >= CareLog.leastNursingMilliseconds
    }
    return last?.care.side?.offered
  }

  /// Events on their way to the card, oldest first.
  public var waitingEvents: [CareEvent] { care.pending.map { $0.event } }

  /// The notice at the bottom of the page.
  public var shownNotice: Notice? { screen.notice?.notice }

  /// Events in memory only.
  public var unsavedEvents: Int { unsavedCount }

  /// The baby with a name or number. Without a name it is the one that the buttons are for.
  public func baby(named name: String?) -> BabyID? {
    guard let name else { return care.chosenBaby }
    return care.settings.baby(named: name)
  }

  /// Every known event whose id fits, including deleted ones.
  public func events(where fits: (EventID) -> Bool) -> [(baby: BabyID, id: EventID)] {
    care.settings.residents.flatMap { resident in
      projection(of: resident.id).allRecords.filter { fits($0.id) }.map { (resident.id, $0.id) }
    }
  }

  /// An event as it is now, with changes that are still on their way to the card; nil if it is unknown.
  public func record(_ id: EventID) -> CareRecord? {
    for resident in care.settings.residents {
      if let record = projection(of: resident.id).record(id) { return record }
    }
    return nil
  }
}
