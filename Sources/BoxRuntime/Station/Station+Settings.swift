import Bedside
import CareJournal
import Nursery

/// The settings of the configuration file, and those in force, which include the household's wishes.
struct StationSettings {
  /// The configuration file's settings.
  var configured: BedsideSettings
  /// The settings in force.
  private(set) var inForce: BedsideSettings
  /// The boxes that keep one diary with this one.
  var household: Household

  init(configured: BedsideSettings, household: Household) {
    self.configured = configured
    inForce = configured
    self.household = household
  }

  /// Applies the configuration, and the household's wishes.
  mutating func apply(_ wishes: WishBook) {
    inForce = configured
    inForce.residents = wishes.applied(to: configured.residents)
  }

  /// The wished settings of each baby.
  func wished(in wishes: WishBook) -> [BabyID: [HouseholdWishes.Setting]] {
    var wished: [BabyID: [HouseholdWishes.Setting]] = [:]
    for resident in configured.residents { wished[resident.id] = wishes.settingsInForce(of: resident) }
    return wished
  }

  /// The baby as the configuration file has it.
  func configured(_ id: BabyID) -> BedsideSettings.Resident? {
    configured.residents.first { $0.id == id }
  }
}

/// Reads the configuration file again while the box runs, and applies the household's wishes.
extension Station {
  // MARK: Configuration

  /// Has the file read; `BoardEvent.configuration` comes back.
  func reload(token: Int) {
    guard !board.readConfiguration(token: token) else { return }
    let words = "the configuration cannot be read now, since other questions wait; ask again later"
    guard token != ControlDoor.noToken else { return board.announce(words, .warning) }
    board.answer(token, .failure(.again, words))
  }

  /// Applies a file that can be used; if the file is refused, keeps the settings before it. The client is told which.
  func reload(_ reading: ConfigurationReading, token: Int) {
    switch reading {
    case .refused(let fault):
      board.announce("the configuration is refused, and nothing is changed: \(fault.message)", .error)
      decide(.settingsRefused(atLine: fault.line ?? 0))
      board.answer(token, .failure(fault.exit, fault.message + "\nNothing is changed."))
    case .read(let configuration, let settings, let waiting):
      let moved = configuration.movedBabies(since: self.settings.configured.residents)
      follow(configuration, settings)
      let text = Self.text(waiting) + (moved.map { "\n\($0)" } ?? "")
      board.announce(text, waiting.isEmpty && moved == nil ? .notice : .warning)
      board.answer(token, BoxAnswer(output: text + "\n"))
    }
  }

  private func follow(_ configuration: Configuration, _ new: BedsideSettings) {
    if settings.household != configuration.household {
      settings.household = configuration.household
      posts.peers = PeerFiles(boxes: configuration.household.boxes)
      readPeers()
    }
    settings.configured = new
    forgetOldWishes()
    applySettings()
    // The panel and the accelerometer that the file names, on the same wires.
    board.submit(.parts(configuration.display, configuration.motion))
    panel.sendAgain()
  }

  private static func text(_ waiting: [String]) -> String {
    guard !waiting.isEmpty else { return "the configuration was read again and is in force" }
    let keys = waiting.joined(separator: ", ")
    return "the configuration was read again and is in force, but for \(keys): "
      + "\(waiting.count == 1 ? "this waits" : "these wait") for the next start of the box"
  }

  private func applySettings() {
    let motionWas = settings.inForce.motion
    settings.apply(posts.wishes.kept)
    let new = settings.inForce.motion
    if new.mode != motionWas.mode || new.isPartNamed != motionWas.isPartNamed { changeMotion(to: new) }
    decide(.settings(settings.inForce))
    readZone()
  }

  private func changeMotion(to new: MotionSettings) {
    let isSafe = model?.condition(at: now).isSafe ?? false
    motion.change(isOn: new.mode != .off && !isSafe, isPartNamed: new.isPartNamed)
    reportAccelerometer()
  }

  // MARK: Wishes

  /// A changed value of the configuration file is permanent: an older wish about it is dropped.
  func forgetOldWishes() {
    guard posts.wishes.refusal == nil else { return }
    posts.wishes.book.forgetSettings(changedIn: settings.configured.residents)
    guard posts.wishes.book != posts.wishes.kept else { return }
    want(.save(.wishes(posts.wishes.book.wishes)))
  }

  /// A wish is first kept on the card, and then applied.
  func answer(_ wish: PlanWish, of name: String?, by phone: String?, token: Int) {
    guard let model else { return board.answer(token, .failure(.again, "the box is starting")) }
    guard let resident = model.baby(named: name).flatMap(settings.configured) else {
      return board.answer(token, .noBaby(named: name, in: model))
    }
    if let refusal = posts.wishes.refusal { return board.answer(token, .failure(.io, refusal)) }
    var book = posts.wishes.book
    do throws(WishBook.Refusal) {
      let answer =
        switch wish {
        case .settings(let changes): try change(changes, of: resident, by: phone, in: &book)
        case .today(let changes): try change(changes, of: resident, by: phone, in: &book, model)
        }
      posts.wishes.book = book
      posts.wishes.wait(token, for: answer)
      want(.save(.wishes(book.wishes), token: token))
    } catch {
      board.answer(token, .failure(.data, error.text))
    }
  }

  /// The wishes are on the card, or the card has refused them.
  func settle(_ wished: HouseholdWishes, token: Int, isOnFlash: Bool) {
    let answer = posts.wishes.settle(token, wished, isOnFlash: isOnFlash)
    if isOnFlash, ending == nil { applySettings() }
    if let answer { board.answer(token, answer) }
  }

  private func change(
    _ changes: [SettingChange], of resident: BedsideSettings.Resident, by phone: String?,
    in book: inout WishBook
  ) throws(WishBook.Refusal) -> BoxAnswer {
    try book.change(changes, of: resident, by: phone)
    let file = BabySettings(resident: resident).json
    let lines = changes.map { change in
      let present = file.member(at: change.key).map(JSONWriter.text) ?? ""
      let value = change.value.map(JSONWriter.text) ?? present
      let differs = value == present ? "" : ", in place of \(Self.words(present))"
      return "\(resident.name.printable): \(change.key) is \(Self.words(value))\(differs)\n"
    }
    return BoxAnswer(output: lines.joined())
  }

  /// A setting's value for people.
  private static func words(_ value: String) -> String { value == "null" ? "by age" : value }

  private func change(
    _ changes: [DayChange], of resident: BedsideSettings.Resident, by phone: String?,
    in book: inout WishBook, _ model: BedsideModel
  ) throws(WishBook.Refusal) -> BoxAnswer {
    let moment = now
    guard model.clockHistory.isSynced(boot: moment.boot.boot),
      let day = model.pages(of: resident.id).day(at: moment)
    else { throw WishBook.Refusal(text: model.clockDoubt(at: moment) + ": it is not known which day it is") }
    let date = day.wishedDay
    let dayStart = resident.baby.dayStart
    for change in changes {
      guard let end = change.end else { continue }
      let instant = model.zone.instant(end < dayStart ? date.adding(days: 1) : date, end)
      guard instant > model.clockHistory.instant(at: moment.boot) else {
        throw WishBook.Refusal(text: "\(end.text) has passed on \(ISO8601.text(date))")
      }
    }
    book.change(changes, of: resident.id, on: date, by: phone)
    let words = book.wishes.days[resident.id]?.first { $0.date == date }?.words ?? ["no wishes"]
    return BoxAnswer(
      output: "\(resident.name.printable), \(ISO8601.text(date)): \(words.joined(separator: ", "))\n")
  }
}

extension DayChange {
  /// The time by which it is over; nil if it has none.
  fileprivate var end: WallTime? {
    switch self {
    case .asleep(let window), .awake(let window): (window?.end).map { WallTime(minutesAfterMidnight: $0) }
    case .bed(let time): time
    case .naps, .nothing: nil
    }
  }
}
