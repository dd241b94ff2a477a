import Bedside
import CareJournal
import Nursery

/// What a household wishes while the box runs: it is kept on the card first, and then in force.
extension Station {
  mutating func answer(_ wish: PlanWish, of name: String?, by phone: String?, token: Int) {
    guard let model, let resident = model.baby(named: name).flatMap(configured) else {
      return board.answer(token, .failure(.data, "no baby named \(name?.printable ?? "")"))
    }
    if let refusal = wishes.refusal { return board.answer(token, .failure(.io, refusal)) }
    var book = wishes.book
    do throws(WishBook.Refusal) {
      let answer =
        switch wish {
        case .settings(let changes): try change(changes, of: resident, by: phone, in: &book)
        case .today(let changes): try change(changes, of: resident, by: phone, in: &book, model)
        }
      wishes.book = book
      wishes.wait(token, for: answer)
      want(.keepWishes(book.wishes, token: token))
    } catch {
      board.answer(token, .failure(.data, error.text))
    }
  }

  /// Wishes are on the card, or are not.
  mutating func settle(_ wished: HouseholdWishes, token: Int, isOnFlash: Bool) {
    let answer = wishes.settle(token, wished, isOnFlash: isOnFlash)
    if isOnFlash { applySettings() }
    if let answer { board.answer(token, answer) }
  }

  /// The baby as the configuration file has it.
  private func configured(_ id: BabyID) -> BedsideSettings.Resident? {
    configured.residents.first { $0.id == id }
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
      let differs = value == present ? "" : "; the configuration file says \(present)"
      return "\(resident.name.printable): \(change.key) is \(value)\(differs)\n"
    }
    return BoxAnswer(output: lines.joined())
  }

  private func change(
    _ changes: [DayChange], of resident: BedsideSettings.Resident, by phone: String?,
    in book: inout WishBook, _ model: BedsideModel
  ) throws(WishBook.Refusal) -> BoxAnswer {
    let moment = now
    guard model.clockHistory.isSynced(boot: moment.boot.boot),
      let day = model.pages(of: resident.id).day(at: moment)
    else { throw WishBook.Refusal(text: "the clock is not set: which day it is is not known") }
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
    let words = book.wishes.days[resident.id]?.first { $0.date == date }?.words ?? ["nothing is wished"]
    return BoxAnswer(
      output: "\(resident.name.printable), \(ISO8601.text(date)): \(words.joined(separator: ", "))\n")
  }
}

extension DayChange {
  /// The time by which it is over; nil where it has none.
  fileprivate var end: WallTime? {
    switch self {
    case .asleep(let window), .awake(let window): (window?.end).map { WallTime(minutesAfterMidnight: $0) }
    case .bed(let time): time
    case .naps, .nothing: nil
    }
  }
}
