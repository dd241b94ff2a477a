import Nursery

/// The box's own condition.
struct BoxPage {
  private let context: PageContext
  private var words: Words.Pages { context.words.pages }
  private var box: BoxCondition { context.scene.box }

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    let rows = [
      ListPage.Row(left: words.clock, right: clock),
      ListPage.Row(left: words.card, right: card),
      screenOrCopy,
      ListPage.Row(left: words.motion, right: name(box.accelerometer)),
      lastButOne,
      ListPage.Row(left: box.version, right: box.address.isEmpty ? words.noAddress : box.address),
    ]
    ListPage(title: words.box, rows: rows).draw(context, on: &canvas, bottom: bottom)
  }

  /// Anyone who reads this sees that the screen works: where there is a copy of the log, its age says more.
  private var screenOrCopy: ListPage.Row {
    guard let minutes = box.copyMinutes(at: context.scene.now) else {
      return ListPage.Row(left: words.screen, right: name(box.panel))
    }
    return ListPage.Row(left: words.copied, right: context.words.age(minutes: minutes))
  }

  /// Refused settings, a stuck button and safe mode take the place of quiet sessions: they want a hand.
  /// A code that a phone waits for takes the place of all of them.
  private var lastButOne: ListPage.Row {
    if let code = box.phoneCode {
      return ListPage.Row(left: words.phone, right: "\(code.prefix(3)) \(code.dropFirst(3))")
    }
    guard let button = box.stuckButton else {
      if let line = box.settingsRefusedAtLine {
        return ListPage.Row(left: settingsRefused(atLine: line))
      }
      if box.isSafe { return ListPage.Row(left: words.safeMode, right: words.seeJournal) }
      return ListPage.Row(left: context.words.quiet.quiet, right: context.words.quiet.howToOpen)
    }
    return ListPage.Row(left: context.words.fill(context.words.notices.stuck, context.words.name(button)))
  }

  private func settingsRefused(atLine line: Int) -> String {
    line > 0 ? context.words.fill(words.settingsRefusedAtLine, "\(line)") : words.settingsRefused
  }

  private var clock: String {
    switch box.clock {
    case .synced: words.clockSet
    case .saved: words.clockSaved
    case .unknown: words.clockUnknown
    }
  }

  private var card: String {
    guard box.storageWorks else { return words.cardFails }
    let lines = context.words.fill(words.lines, "\(box.logLines)")
    let damaged = max(box.damagedLines, box.rottenEntries)
    guard damaged > 0 else { return lines }
    return "\(box.logLines) + " + context.words.fill(words.damaged, "\(damaged)")
  }

  private func name(_ part: BoxCondition.PartState) -> String {
    switch part {
    case .works: words.works
    case .missing: words.missing
    case .absent: words.absent
    }
  }
}
