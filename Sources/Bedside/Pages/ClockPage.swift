import Nursery

/// The time of day as it is set by hand.
struct ClockPage {
  private let context: PageContext
  private let clock: ClockByHand

  /// The page of what is being set.
  init(_ context: PageContext, _ clock: ClockByHand) {
    self.context = context
    self.clock = clock
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    let isDone = clock.field == .done
    let rows = ClockByHand.Field.allCases.map { ListPage.Row(left: name($0), right: value($0)) }
    ListPage(
      title: isDone ? context.words.last.save : context.words.last.keys, rows: rows,
      marked: ClockByHand.Field.allCases.firstIndex(of: clock.field), isTitleLit: true
    ).draw(context, on: &canvas, bottom: bottom)
  }

  private func name(_ field: ClockByHand.Field) -> String {
    switch field {
    case .hours: context.words.last.hours
    case .minutes: context.words.last.minutes
    case .date: context.words.last.date
    case .done: context.words.last.done
    }
  }

  private func value(_ field: ClockByHand.Field) -> String {
    switch field {
    case .hours: context.clock.text(clock.time)
    case .minutes: clock.time.minute < 10 ? "0\(clock.time.minute)" : "\(clock.time.minute)"
    case .date: ISO8601.text(clock.date)
    case .done: ""
    }
  }
}
