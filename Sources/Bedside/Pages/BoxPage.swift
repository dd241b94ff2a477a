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

  /// Draws the page above the row `bottom`: the faults, or that there are none; or, behind that, every part.
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

  /// The faults that a parent should know, the worst first.
  private var faults: [Wording] {
    var faults: [String] = []
    if !box.storageWorks { faults.append(words.cardFault) }
    if context.scene.unsavedCount > 0 { faults.append(context.words.notices.keepPowered) }
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
    ListPage(title: Wording(words.box), rows: rows).draw(context, on: &canvas, bottom: bottom)
  }

  /// A long address leaves no room for the version.
  private var address: ListPage.Row {
    let address = box.address.isEmpty ? words.noAddress : box.address
    let room = Canvas.width - TextLine(box.version, face: .small).width - 6
    return Wording(address).fits(.small, limit: room)
      ? ListPage.Row(left: box.version, right: address) : ListPage.Row(left: address)
  }

  /// Anyone who reads this sees that the screen works. If there is a copy of the log, its age is more useful.
  private var screenOrCopy: ListPage.Row {
    guard let minutes = box.copyMinutes(at: context.scene.now) else {
      return ListPage.Row(left: words.screen, right: name(box.panel))
    }
    return ListPage.Row(left: words.copied, right: context.words.age(minutes: minutes))
  }

  /// How to open the pages behind this one. Refused settings, a stuck button and safe mode replace it, because someone
  /// must act on them. A code for a phone replaces all of them.
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
      return ListPage.Row(left: words.details)
    }
    return ListPage.Row(left: context.words.fill(context.words.notices.stuck, context.words.name(button)))
  }

  /// The state of the household, which replaces that too if the box has one.
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

/// The Box page while a phone is being paired: a picture for its camera, the digits, and where to enter them.
struct PhoneCodePage {
  let offer: PhoneOffer
  let context: PageContext

  private static let pixelsPerModule = 2

  /// Draws over the whole panel. Without a picture, or above a notice, it draws the digits below the title.
  func draw(on canvas: inout Canvas, bottom: Int) {
    guard let picture = offer.picture, bottom == Canvas.height else { return drawDigits(on: &canvas, bottom) }
    TopLine(title: Wording("")).draw(context, on: &canvas)
    draw(picture, on: &canvas)
    let left = Canvas.height + 5
    canvas.text(Wording(context.words.pages.phone), faces: [.small], x: left, y: 15)
    canvas.text(code, x: left, y: 25, Canvas.Style(face: .medium))
    for (index, line) in addressLines(width: Canvas.width - left).enumerated() {
      canvas.text(line, x: left, y: 42 + index * 9, Canvas.Style(limit: Canvas.width - left))
    }
  }

  /// Draws the code in digits that can be read across a room, and the address.
  private func drawDigits(on canvas: inout Canvas, _ bottom: Int) {
    TopLine(title: Wording(context.words.pages.box)).drawNamed(context, on: &canvas)
    canvas.text(Wording(context.words.pages.phone), faces: [.medium, .small], x: 0, y: 14)
    canvas.text(code, x: 0, y: 28, Canvas.Style(face: .medium, scale: 2))
    if bottom == Canvas.height { canvas.text(offer.address, x: 0, y: Zones.foot) }
  }

  private var code: String { "\(offer.code.prefix(3)) \(offer.code.dropFirst(3))" }

  /// Draws dark modules on a lit square, because cameras look for dark on light. The square's edge is the quiet zone.
  private func draw(_ picture: CodePicture, on canvas: inout Canvas) {
    let margin = (Canvas.height - picture.rows.count * Self.pixelsPerModule) / 2
    canvas.fill(x: 0..<Canvas.height, y: 0..<Canvas.height)
    for (row, bits) in picture.rows.enumerated() {
      for column in 0..<picture.rows.count where bits >> UInt64(column) & 1 == 1 {
        let (x, y) = (margin + column * Self.pixelsPerModule, margin + row * Self.pixelsPerModule)
        canvas.fill(x: x..<x + Self.pixelsPerModule, y: y..<y + Self.pixelsPerModule, lit: false)
      }
    }
  }

  /// The address. A long one has two lines, and is broken after a dot if possible.
  private func addressLines(width: Int) -> [String] {
    guard TextLine(offer.address, face: .small).width > width else { return [offer.address] }
    let address = offer.address
    let fitting = address.indices.dropFirst().filter {
      TextLine(String(address[..<$0]), face: .small).width <= width
    }
    let end = fitting.last { address[address.index(before: $0)] == "." } ?? fitting.last ?? address.endIndex
    return [String(address[..<end]), String(address[end...])]
  }
}

/// A code for a phone, and where to enter it.
public struct PhoneOffer: Hashable, Sendable {
  /// Six digits.
  public var code: String
  /// The host's name or address on the local network, with the port if that is not 80.
  public var address: String
  /// The address with the code as a picture for the phone's camera; nil if there is none.
  public var picture: CodePicture?

  /// A code to enter at an address.
  public init(code: String, address: String, picture: CodePicture?) {
    self.code = code
    self.address = address
    self.picture = picture
  }
}

/// A square picture of dark and light modules for a camera (ISO/IEC 18004), without its quiet zone.
public struct CodePicture: Hashable, Sendable {
  /// The most modules of a side for which the panel has room, with two pixels each and a quiet zone: those of version
  /// 2.
  public static let longestSide = 25

  /// The rows. Bit n of a row is column n, and is set for a dark module.
  public let rows: [UInt64]

  /// A picture from rows of modules, where true is dark; nil if the panel has no room for it, or if it is not a square.
  public init?(_ modules: [[Bool]]) {
    guard !modules.isEmpty, modules.count <= Self.longestSide,
      modules.allSatisfy({ $0.count == modules.count })
    else { return nil }
    rows = modules.map { row in
      var bits: UInt64 = 0
      for (column, isDark) in row.enumerated() where isDark { bits |= 1 << UInt64(column) }
      return bits
    }
  }
}

/// What the program beside the box reports about the household: whether the broker is connected, and how many lines the
/// other boxes lack.
public struct LinkNews: Hashable, Sendable {
  /// Another box.
  public struct Other: Hashable, Sendable {
    /// Its id.
    public var box: String
    /// Its name, if it has one.
    public var name: String?
    /// How many of this box's lines it lacks, by its last report.
    public var behind: Int

    /// A box, and how many lines it lacks.
    public init(box: String, name: String? = nil, behind: Int) {
      (self.box, self.name, self.behind) = (box, name, behind)
    }
  }

  /// When the program reported this.
  public var heard: BootTime
  /// Since when the broker is connected; nil while it is not.
  public var since: BootTime?
  /// The other boxes that have reported what they have.
  public var others: [Other]

  /// A report at a time of the box.
  public init(heard: BootTime, since: BootTime?, others: [Other]) {
    (self.heard, self.since, self.others) = (heard, since, others)
  }

  /// The program reports at least every half minute. If no report has come for this long, it is gone.
  public static let heldMilliseconds = 90_000

  /// How many lines the other boxes lack in total.
  public var behind: Int { others.reduce(0) { $0 + $1.behind } }
}
