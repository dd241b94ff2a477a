import Bedside
import CareJournal
import Nursery

/// Answers requests from what the box knows, and turns wishes about the log into commands.
struct RequestDesk {
  var model: BedsideModel
  var moment: Moment
  var panel: PanelDesk
  var recovery: Recovery.Summary?
  var storage = StorageFigures()
  /// Why the card refuses; nil while it takes everything.
  var storageFault: String?
  var motion = MotionDesk(isOn: false)

  /// Where the answer comes from.
  enum Reply {
    /// From here.
    case answer(BoxAnswer)
    /// From the disk, which another thread reads.
    case read(LogQuestion)
    /// From the rules and the flash, once the disk was read for an event that is not held.
    case look(OldEvent)
    /// From the rules and the flash.
    case care(BabyID, CareCommand)
    /// From the flash, once these are kept.
    case nights(BabyID, [NightRemark])
    /// From the rules of quiet sessions, once it is kept.
    case quiet(QuietInput, isJSON: Bool)
  }

  func reply(to request: BoxRequest) -> Reply {
    switch request {
    case .status(let json): .answer(StatusReport(desk: self).answer(json: json))
    case .explain(let json): .answer(explain(json: json))
    case .learn(let json): .answer(LearnReport.answer(of: model, at: moment, json: json))
    case .logAdd(let care): add(care)
    case .logEdit(let name, let patch): edit(name, patch)
    case .logDelete(let name): find(name, .delete) { baby, id in .care(baby, .delete(id)) }
    case .logList(let days, let json):
      .read(LogQuestion(kind: list(days: days), zone: zone, isJSON: json))
    case .nights(let wish): nights(wish)
    case .calibrate(let starts, let json): .answer(calibration(wasStarted: starts, json: json))
    case .quiet(let wish): quiet(wish)
    case .logVerify(let json): .read(LogQuestion(kind: .verify, zone: zone, isJSON: json))
    }
  }

  private func list(days: Int) -> LogQuestion.Kind {
    .list(since: now.adding(minutes: -days * 1440), now: now, clocks: model.clockHistory)
  }

  private var zone: ZoneWindow { model.zone }
  private var now: Instant { model.clockHistory.instant(at: moment.boot) }

  /// Without a clock no time of day can be meant, and a guess would be kept for ever.
  private func clockRefusal(_ times: [TimeWish?]) -> Reply? {
    let needsClock = times.contains { if case .timeOfDay? = $0 { true } else { false } }
    guard needsClock, !clockIsKnown else { return nil }
    return .answer(.failure(.data, "the clock is not set: give whole instants, 2026-02-11T07:05:00-05:00"))
  }

  var clockIsKnown: Bool { model.clockHistory.isSynced(boot: moment.boot.boot) }

  private func add(_ late: LateCare) -> Reply {
    if let refusal = clockRefusal([late.start, late.end]) { return refusal }
    guard let baby = model.baby(named: late.baby) else {
      return .answer(.failure(.data, "no baby named \(late.baby?.printable ?? "")"))
    }
    let start = late.start.instant(now: now, zone: zone)
    let end = late.end.map { $0.instant(now: now, zone: zone) }
    return .care(
      baby,
      .add(Care(kind: late.kind, start: .wall(start), end: end.map(EventTime.wall), side: late.side)))
  }

  private func edit(_ name: EventName, _ late: LatePatch) -> Reply {
    if let refusal = clockRefusal([late.start, late.end]) { return refusal }
    return find(name, .edit(late)) { baby, id in
      guard let care = model.record(id)?.care else { return .care(baby, .amend(id, CarePatch())) }
      return .care(
        baby, .amend(id, late.patch(of: care, clocks: model.clockHistory, zone: zone, now: now)))
    }
  }

  /// What is not held may be on the disk.
  private func find(
    _ name: EventName, _ change: OldEvent.Change, then reply: (BabyID, EventID) -> Reply
  ) -> Reply {
    let found = model.events(where: name.matches)
    guard let (baby, id) = found.first else {
      return .look(OldEvent(name: name, change: change, babies: model.babies, zone: zone, now: now))
    }
    guard found.count == 1 else {
      return .answer(.failure(.data, "\(found.count) events end with \(name.digits); give more digits"))
    }
    return reply(baby, id)
  }

  private func nights(_ wish: NightsWish) -> Reply {
    guard let baby = model.baby(named: wish.baby) else {
      return .answer(.failure(.data, "no baby named \(wish.baby?.printable ?? "")"))
    }
    guard !model.condition(at: moment).isSafe else {
      return .answer(
        .failure(.again, "safe mode after crashes: nights are not looked at; see cribside status"))
    }
    guard let log = model.nightLog(of: baby, at: moment) else {
      return .answer(.failure(.again, "the clock is not set: which night was the last is not known"))
    }
    let (store, last) = (model.nightStore(of: baby, from: log), log.lastEvening)
    guard !wish.words.isEmpty else {
      let report = NightsReport(store, through: last, goal: model.goal(of: last, in: log), zone: zone)
      return .answer(report.answer(json: wish.isJSON))
    }
    let remarks = wish.words.map { NightRemark(evening: $0.evening ?? last, word: $0.word) }
    if let stranger = remarks.first(where: { store.night(of: $0.evening) == nil }) {
      let date = ISO8601.text(stranger.evening)
      return .answer(.failure(.data, "nothing is known of the night of \(date); see cribside nights"))
    }
    return .nights(baby, remarks)
  }

  private func calibration(wasStarted: Bool, json: Bool) -> BoxAnswer {
    let progress = model.calibrationProgress(at: moment)
    guard model.isMotionOn else { return .failure(.unavailable, "motion is off in the configuration") }
    guard progress == .idle else { return CalibrationAnswer(progress: progress, isJSON: json).answer }
    guard motion.last?.part != nil else { return .failure(.unavailable, "no accelerometer answers") }
    guard !wasStarted else { return .failure(.again, "nothing was read yet; ask again in a second") }
    return CalibrationAnswer(progress: .idle, isJSON: json).answer
  }

  private func quiet(_ wish: QuietWish) -> Reply {
    guard let input = wish.input(schedule: model.quietCourse.schedule) else {
      return .answer(QuietWish.sameTimes)
    }
    return .quiet(input, isJSON: wish.isJSON)
  }

  private func explain(json: Bool) -> BoxAnswer {
    guard let day = model.day(at: moment), let outlook = model.outlook(at: moment),
      let resident = model.resident
    else {
      return .failure(.data, "the birth date lies in the future; is the clock right?")
    }
    return DayReport(
      name: resident.name, day: day, baby: resident.baby, outlook: outlook, now: now, zone: zone,
      clockIsKnown: clockIsKnown
    ).answer(json: json)
  }
}
