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

  /// Draws the page above the row `bottom`: what is wrong, or that nothing is; behind it each part.
  func draw(on canvas: inout Canvas, bottom: Int) {
    if context.scene.showsBoxDetails {
      drawDetails(on: &canvas, bottom: bottom)
    } else {
      drawSummary(on: &canvas, bottom)
    }
  }

  private func drawSummary(on canvas: inout Canvas, _ bottom: Int) {
    if let offer = box.phone {
      return PhoneCodePage(offer: offer, context: context).draw(on: &canvas, bottom: bottom)
    }
    let isNamed = TopLine(title: Wording(words.box)).drawNamed(context, on: &canvas)
    let faults = faults
    if faults.isEmpty {
      canvas.text(words.allWell, x: 0, y: 17, Canvas.Style(face: .medium, scale: 2))
    }
    for (index, fault) in faults.prefix(3).enumerated() where 25 + index * 12 < bottom {
      canvas.text(fault, faces: [.medium, .small], x: 0, y: 14 + index * 12)
    }
    guard bottom == Canvas.height else { return }
    canvas.text(
      isNamed ? words.details : context.scene.babyName, x: 0, y: Zones.foot)
  }

  /// What a parent should know, the worst first.
  private var faults: [Wording] {
    var faults: [String] = []
    if !box.storageWorks { faults.append(words.cardFault) }
    if let button = box.stuckButton {
      faults.append(context.words.fill(context.words.notices.stuck, context.words.name(button)))
    }
    if box.isSafe { faults.append(words.safeMode) }
    if let line = box.settingsRefusedAtLine { faults.append(settingsRefused(atLine: line)) }
    if box.buttons == .missing { faults.append(words.buttonsFault) }
    if box.accelerometer == .missing { faults.append(words.motionFault) }
    if !box.clock.isKnown { faults.append(words.clockFault) }
    let damaged = max(box.damagedLines, box.rottenEntries)
    if damaged > 0 { faults.append(context.words.fill(words.damageFault, "\(damaged)")) }
    return faults.map { Wording($0) }
  }

  private func drawDetails(on canvas: inout Canvas, bottom: Int) {
    let rows = [
      ListPage.Row(left: words.clock, right: clock),
      ListPage.Row(left: words.card, right: card),
      screenOrCopy,
      ListPage.Row(left: words.motion, right: name(box.accelerometer)),
      lastButOne,
      address,
    ]
    ListPage(title: words.box, rows: rows).draw(context, on: &canvas, bottom: bottom)
  }

  /// A long address leaves no room for the version.
  private var address: ListPage.Row {
    let address = box.address.isEmpty ? words.noAddress : box.address
    let room = Canvas.width - TextLine(box.version, face: .small).width - 6
    return Wording(address).fits(.small, limit: room)
      ? ListPage.Row(left: box.version, right: address) : ListPage.Row(left: address)
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
    if let code = box.phone?.code {
      return ListPage.Row(left: words.phone, right: "\(code.prefix(3)) \(code.dropFirst(3))")
    }
    guard let button = box.stuckButton else {
      if let line = box.settingsRefusedAtLine {
        return ListPage.Row(left: settingsRefused(atLine: line))
      }
      if box.isSafe { return ListPage.Row(left: words.safeMode, right: words.seeJournal) }
      if let link = box.link { return ListPage.Row(left: words.boxes, right: boxes(link)) }
      return ListPage.Row(left: context.words.quiet.quiet, right: context.words.quiet.howToOpen)
    }
    return ListPage.Row(left: context.words.fill(context.words.notices.stuck, context.words.name(button)))
  }

  /// Where the box has a household, how that stands takes the place of quiet sessions.
  private func boxes(_ link: LinkNews) -> String {
    guard let since = box.linkedSince else { return words.boxesAway }
    return link.behind > 0
      ? context.words.fill(words.boxesBehind, "\(link.behind)")
      : context.words.fill(words.boxesSince, context.clock.text(since))
  }

  private func settingsRefused(atLine line: Int) -> String {
    line > 0 ? context.words.fill(words.settingsRefusedAtLine, "\(line)") : words.settingsRefused
  }

  private var clock: String {
    switch box.clock {
    case .synced: words.clockSet
    case .byHand: words.clockByHand
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
