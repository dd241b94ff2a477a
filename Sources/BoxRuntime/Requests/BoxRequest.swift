import Bedside
import CareJournal
import Nursery

/// What a command asks of a box, wherever the box is: over the socket, in a simulation, or in its directory.
package enum BoxRequest: Hashable, Sendable {
  /// The running box, with the state of one baby by name or number, or of the baby to which the buttons are set.
  case status(baby: String? = nil, json: Bool)
  /// Why the Now page shows what it shows, for one baby by name or number, or for the baby to which the buttons are
  /// set.
  case explain(baby: String? = nil, json: Bool)
  /// A summary of the day, for one baby by name or number, or for all.
  case today(baby: String? = nil, json: Bool)
  /// What was learned about one baby by name or number, or about the baby to which the buttons are set; as JSON, about
  /// all.
  case learn(baby: String? = nil, json: Bool)
  case logAdd(LateCare)
  /// End the sleep or the nursing that is in progress; without a time, now.
  case logEnd(CareKind, at: TimeWish?, baby: String?)
  case logEdit(EventName, LatePatch)
  case logDelete(EventName)
  /// The events of one baby by name or number, or of all; also those that were deleted, if they are wanted.
  case logList(days: Int, baby: String? = nil, deleted: Bool = false, json: Bool)
  case logVerify(json: Bool)
  case nights(NightsWish)
  /// Begin to measure an empty crib, or only report the progress.
  case calibrate(starts: Bool, json: Bool)
  case quiet(QuietWish)
  /// A request about the phones that may use the page.
  case phone(PhoneWish)
  /// Set the clock by hand, if neither the network nor a battery clock has set it.
  case clockSet(TimeWish)
  /// Change settings of a baby, or those for its day.
  case set(PlanWish, baby: String?)
  /// Read the configuration file again.
  case reload
  /// The log's lines byte for byte, for a program that reads them.
  case lines(LinesWish)
  /// Lines of other boxes, byte for byte.
  case offer([[UInt8]])
  /// The box's id, and up to which number it has the lines of each box.
  case have
  /// The state of the household's other boxes, as reported by the program that connects them.
  case link(LinkWish)
  /// Receive the state whenever it changes.
  case watch

  /// Whether it is about the time at which it was made. What others bring about begins when they are performed.
  var hasTime: Bool {
    switch self {
    case .logAdd, .logEnd, .logEdit, .logDelete, .nights, .quiet, .clockSet, .set: true
    case .status, .explain, .today, .learn, .logList, .logVerify, .lines, .have, .watch, .calibrate, .phone,
      .reload, .offer, .link:
      false
    }
  }

  /// Whether it is only a question, and changes nothing.
  var isQuestion: Bool {
    switch self {
    case .status, .explain, .today, .learn, .logList, .logVerify, .lines, .have, .watch: true
    case .logAdd, .logEnd, .logEdit, .logDelete, .nights, .calibrate, .quiet, .phone, .clockSet, .set,
      .reload, .offer, .link:
      false
    }
  }
}

/// The report of the program that connects the household.
package struct LinkWish: Hashable, Sendable {
  /// For how long the broker has been connected; nil if it is not.
  var seconds: Int?
  /// How many lines each other box lacks.
  var behind: [String: Int]

  /// Reads `{"seconds":120,"behind":{"90ab12cd34ef":3}}`; both may be missing.
  init(from fields: inout Fields) throws(FieldFault) {
    seconds = try fields.optional("seconds", as: .integer(in: 0...1_000_000_000))
    behind = try fields.numbersByBox("behind")
  }

  /// The same report, received at a time of the box.
  func news(at boot: BootTime) -> LinkNews {
    let since = seconds.map { BootTime(boot: boot.boot, milliseconds: max(0, boot.milliseconds - $0 * 1000)) }
    return LinkNews(
      heard: boot, since: since,
      others: behind.sorted { $0.key < $1.key }.map { LinkNews.Other(box: $0.key, behind: $0.value) })
  }
}

extension Fields {
  /// Reads an object of boxes and numbers from 0; empty if it is missing.
  mutating func numbersByBox(_ key: String) throws(FieldFault) -> [String: Int] {
    guard let value = remove(key), value.kind != .null else { return [:] }
    guard case .object(let members) = value.kind else {
      throw fault(key, expected: "an object of boxes and numbers")
    }
    var numbers: [String: Int] = [:]
    for member in members {
      guard case .integer(let number) = member.value.kind, number >= 0 else {
        throw fault(key, expected: "an object of boxes and numbers")
      }
      numbers[member.key] = number
    }
    return numbers
  }
}

/// An event to add late.
package struct LateCare: Hashable, Sendable {
  package var kind: CareKind
  /// The start; nil: now.
  package var start: TimeWish?
  package var end: TimeWish?
  /// For a nursing, nil means the side whose turn it is.
  package var side: NursingSide?
  package var detail = CareDetail.none
  /// The baby's name or number; nil: the baby to which the buttons are set.
  package var baby: String?

  package init(
    kind: CareKind, start: TimeWish? = nil, end: TimeWish? = nil, side: NursingSide? = nil,
    detail: CareDetail = CareDetail.none, baby: String? = nil
  ) {
    self.kind = kind
    self.start = start
    self.end = end
    self.side = side
    self.detail = detail
    self.baby = baby
  }
}

/// An amount of milk as a person writes it: `120`, which is millilitres, `120ml`, `120 ml`, `4oz` or `4.5 oz`.
package struct MilkAmount: Hashable, Sendable {
  /// A US fluid ounce is 29.5735295625 ml (NIST Handbook 44, appendix C).
  private static let millilitersPerOunce = 29.5735295625

  /// Rounded to whole millilitres.
  package let milliliters: Int

  /// Reads an amount; nil for anything else, and for an amount that no bottle holds.
  package init?(_ text: String) {
    let text = text.lowercased().filter { $0 != " " }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let factor: Double
    switch text.dropFirst(number.count) {
    case "", "ml": factor = 1
    case "oz": factor = Self.millilitersPerOunce
    default: return nil
    }
    guard let value = Double(number), value < 10_000 else { return nil }
    milliliters = Int((value * factor).rounded())
    guard CareDetail.amountsMilliliters.contains(milliliters) else { return nil }
  }
}
