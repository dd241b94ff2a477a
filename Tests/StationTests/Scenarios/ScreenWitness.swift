import Nursery
import SimulatedBoard

@testable import Bedside
@testable import BoxRuntime
@testable import Rehearsal

/// Looks at the screen of a box on a day, and notes everything that is not so.
final class ScreenWitness {
  /// What was not so, with its time. The first of each kind says enough, since what is wrong usually stays wrong.
  private(set) var faults: [String] = []
  /// How often it looked.
  private(set) var looks = 0
  /// How many times of the outlook each reader named.
  private(set) var timesSaid: [OutlookReaders.Reader: Int] = [:]
  private let play: Play
  /// When the last gesture ends.
  private var restsSince: UInt64 = 0

  /// Plays a day.
  init(_ day: FamilyDay) throws {
    let script = try SimulationScript(
      Array(day.scenario.script.utf8), file: day.testDescription, zones: Zones.window)
    play = Play(script: script, frames: nil) { _ in }
    play.watch = { [unowned self] in look(before: $0) }
    try play.run()
    play.part()
  }

  private func look(before step: SimulationScript.Step) {
    if let station = play.rehearsal.station, let model = station.model {
      lookAtPage(of: model)
      lookAtNotice(of: model)
      if case .shot = step.action { lookAtEveryPage(of: station) }
    }
    note(step.action)
  }

  private func report(_ rule: String, _ detail: String) {
    guard !faults.contains(where: { $0.hasPrefix(rule) }) else { return }
    let time = ISO8601.text(Instant(milliseconds: play.world.clock.worldMilliseconds), in: .utc)
    faults.append("\(rule), at \(time): \(detail)")
  }

  // MARK: Getting around, and notices

  private func note(_ action: SimulationScript.Action) {
    let now = play.world.clock.worldNanoseconds
    switch action {
    case .press: restsSince = now + 100_000_000
    case .doublePress: restsSince = now + 400_000_000
    case .hold(_, let milliseconds), .chord(_, let milliseconds):
      restsSince = now + UInt64(milliseconds) * 1_000_000 + 200_000_000
    default: break
    }
  }

  private func lookAtPage(of model: BedsideModel) {
    let now = play.world.clock.worldNanoseconds
    guard now > restsSince + 31_000_000_000, model.screen.page != .now || model.screen.last != nil else {
      return
    }
    report("the page is Now", "\(model.screen.page.name) after \((now - restsSince) / 1_000_000_000) s")
  }

  private func lookAtNotice(of model: BedsideModel) {
    guard let notice = model.shownNotice else { return }
    let baby = model.screen.notice?.baby ?? model.care.chosenBaby
    let log = NoticeTruth(
      records: model.projection(of: baby).allRecords, clocks: model.clockHistory)
    if log.allows(notice) == false { report("a notice is true of the log", "\(notice) \(log.records)") }
  }

  // MARK: Every page

  private func lookAtEveryPage(of station: Station) {
    guard let view = station.view else { return }
    looks += 1
    lookAtTimeOfDay(view)
    for scene in scenes(of: view) {
      let page = PageLook(scene, view.model.residents)
      for fault in page.textFaults { report("texts keep apart", fault) }
      guard scene.quiet == nil else { continue }
      for fault in page.labelFaults { report("a time has a label", fault) }
      for fault in page.clockFaults(timeOfDay) { report("the time of day is the clock's", fault) }
    }
    for baby in view.model.babies {
      guard let readers = OutlookReaders(view, baby) else { continue }
      let said = readers.judged
      for fault in said.faults { report("one outlook", fault) }
      timesSaid.merge(said.counts) { $0 + $1 }
    }
  }

  /// What the panel shows now, and every page as if MENU had led there.
  private func scenes(of view: BoxView) -> [Scene] {
    let shown = view.model.scene(at: view.moment)
    guard shown?.quiet == nil else { return [shown].compactMap { $0 } }
    let babies = view.model.babies.count > 1 ? view.model.babies.map { Page.baby($0) } : []
    let others = (Page.ofADay + [.box] + babies).map { page in
      var model = view.model
      (model.screen.page, model.screen.last, model.quiet.menu, model.clock.byHand) = (page, nil, nil, nil)
      return model.scene(at: view.moment)
    }
    return ([shown] + others).compactMap { $0 }
  }

  // MARK: The time of day

  /// The true time of day; nil for two seconds around a new minute, which may be on its way to the panel.
  private var timeOfDay: WallTime? {
    let milliseconds = play.world.clock.worldMilliseconds
    guard (2_000...58_000).contains(milliseconds % 60_000) else { return nil }
    return play.script.zone.civil(Instant(milliseconds: milliseconds)).time
  }

  /// Compares what the panel shows, and not only what the box would draw now.
  private func lookAtTimeOfDay(_ view: BoxView) {
    guard let scene = view.model.scene(at: view.moment), scene.quiet == nil else { return }
    let isSynchronized = play.world.clock.isSynchronized
    if isSynchronized, !scene.clockIsKnown { report("the time of day is the clock's", "it is not known") }
    guard scene.clockIsKnown, let time = timeOfDay, let shown = play.rehearsal.panelShown, shown.light != .off
    else { return }
    let digits = PageLook.digits(time, twelveHours: scene.usesTwelveHours)
    if !shown.texts.contains(digits) {
      report("the time of day is the clock's", "the panel shows \(shown.texts) at \(digits)")
    }
  }
}
