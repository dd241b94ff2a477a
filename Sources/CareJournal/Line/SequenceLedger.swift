/// Tracks each box's line numbers, to report which are missing, its boots, and the greatest count of all lines.
struct SequenceLedger: Sendable {
  /// How many gaps of one box are kept apart. Further gaps extend the last one, even over lines that are here. A log in
  /// such disorder shows its damage anyway.
  private static let gapLimit = 256
  /// How many gaps of a box a head has room for; the box that writes it has more.
  private static let (carriedGaps, ownCarriedGaps) = (8, 64)

  /// The greatest count of any line: see `LineStamp`.
  private(set) var count = 0
  private var accounts: [String: Account] = [:]
  /// The account of the last line's box, kept outside the table because most lines are of one box.
  private var current = Account()
  private var currentBox: String?

  /// One box's numbers.
  struct Account: Hashable, Sendable {
    /// The highest number that was used or left out.
    var last = 0
    /// The number of lines met.
    var lines = 0
    /// The highest boot ordinal of any line.
    var lastBoot = 0
    /// Numbers below `last` that were not met.
    var missing: [ClosedRange<Int>] = []
    /// Numbers that were not met, and that a line of the box says it left out.
    var left: [ClosedRange<Int>] = []
    /// Numbers that a head said were missing before the part that was read.
    var older: [ClosedRange<Int>] = []
    /// The highest number for which a head says whether its line is here.
    var told = 0
    /// Numbers that a head said were missing and that were not met anywhere. A reading of the whole log reports them.
    var reported: [ClosedRange<Int>] = []
    /// Numbers that the box left out although it knew of no line with them, and whose lines no later head says are
    /// here.
    var skipped: [ClosedRange<Int>] = []
    /// Numbers that a line of the box says it left out; later heads do not name them.
    var declared: [ClosedRange<Int>] = []

    /// The number up to which every line is here or was left out.
    var complete: Int { min(missing.first?.lowerBound ?? last + 1, older.first?.lowerBound ?? last + 1) - 1 }

    /// Whether the line of a number was met. A line before the head counts as met unless the head says otherwise.
    func has(_ sequence: Int) -> Bool {
      sequence <= last && ![missing, left, older].contains { $0.contains { $0.contains(sequence) } }
    }

    /// The numbers that are missing, ascending.
    private var gaps: [ClosedRange<Int>] { (older + missing).sorted { $0.lowerBound < $1.lowerBound } }

    /// The gaps after which at least `lines` lines are here, ascending.
    func gaps(before lines: Int) -> [ClosedRange<Int>] {
      var (following, next) = (0, last + 1)
      return gaps.reversed().filter { gap in
        following += next - gap.upperBound - 1
        next = gap.lowerBound
        return following >= lines
      }.reversed()
    }

    /// At most `limit` gaps, ascending; the last one may stand for all the rest.
    func gaps(atMost limit: Int) -> [ClosedRange<Int>] {
      let gaps = gaps
      guard gaps.count > limit, let last = gaps.last else { return gaps }
      return gaps.prefix(limit - 1) + [gaps[limit - 1].lowerBound...last.upperBound]
    }

    /// - Returns: whether the number was not met before.
    fileprivate mutating func note(_ sequence: Int) -> Bool {
      if sequence > last {
        leaveOut(through: sequence - 1)
        last = sequence
        return true
      }
      let number = sequence...sequence
      _ = reported.cut(number)
      return missing.cut(number) != [] || left.cut(number) != [] || older.cut(number) != []
    }

    fileprivate mutating func leaveOut(through sequence: Int) {
      guard sequence > last else { return }
      if missing.count < SequenceLedger.gapLimit {
        missing.append(last + 1...sequence)
      } else {
        missing[missing.count - 1] = missing[missing.count - 1].lowerBound...sequence
      }
      last = sequence
    }

    /// Notes numbers that a head says are missing.
    fileprivate mutating func noteMissing(_ numbers: ClosedRange<Int>) {
      let absent = missing.cut(numbers)
      older += absent
      reported = (reported + absent).suffix(SequenceLedger.gapLimit)
    }

    /// Notes numbers that a line of the box says it left out. The line has the number `sequence`.
    fileprivate mutating func declare(_ numbers: [ClosedRange<Int>], before sequence: Int) {
      for range in numbers where range.lowerBound < sequence {
        let range = range.clamped(to: 1...sequence - 1)
        declared = (declared + [range]).suffix(SequenceLedger.gapLimit)
        left = (left + older.cut(range) + missing.cut(range)).suffix(SequenceLedger.gapLimit)
      }
    }
  }

  /// Starts from a head: lines before it are not looked for.
  init(startingFrom past: [String: Account] = [:], count: Int = 0) {
    accounts = past
    self.count = count
  }

  /// Notes a line. Its boot counts too, since the boot's first line may be damaged.
  mutating func note(_ line: JournalLine) {
    count = max(count, line.count)
    turn(to: line.box)
    current.lastBoot = max(current.lastBoot, line.moment.boot.boot)
    if current.note(line.sequence) { current.lines += 1 }
    if case .left(let numbers) = line.entry { current.declare(numbers, before: line.sequence) }
  }

  /// Notes how far the numbers had come: those that were not met are missing. A head also says which of them were
  /// missing then; a stop and the mark do not.
  mutating func note(_ past: [String: Account], count: Int = 0, isHead: Bool = false) {
    self.count = max(count, self.count)
    for (box, account) in past where self.account(of: box) != account {
      turn(to: box)
      current.leaveOut(through: account.last)
      if isHead { current.skipped.keep(account.older + current.declared, through: account.last) }
      for gap in account.older { current.noteMissing(gap) }
      current.told = max(current.told, account.last)
      current.lines = max(current.lines, account.lines)
      current.lastBoot = max(current.lastBoot, account.lastBoot)
    }
  }

  /// Leaves out a box's numbers up to `number`, although no line is known to have them.
  ///
  /// - Returns: these numbers; nil if there are none.
  @discardableResult
  mutating func skip(through number: Int, of box: String) -> ClosedRange<Int>? {
    turn(to: box)
    guard number > current.last else { return nil }
    let numbers = current.last + 1...number
    current.leaveOut(through: number)
    note(skipped: [numbers], of: box)
    return numbers
  }

  /// Notes the numbers that a head says its box left out.
  mutating func note(skipped numbers: [ClosedRange<Int>], of box: String) {
    guard !numbers.isEmpty else { return }
    turn(to: box)
    current.skipped = (current.skipped + numbers).suffix(Self.gapLimit)
  }

  /// Notes a head's account of lines that were skipped: none of them is missing.
  mutating func skip(to past: [String: Account], count: Int) {
    self.count = max(count, self.count)
    for (box, account) in past {
      turn(to: box)
      current.last = max(current.last, account.last)
      current.lines = max(current.lines, account.lines)
      current.lastBoot = max(current.lastBoot, account.lastBoot)
    }
  }

  /// Leaves out numbers that lost lines may have had, so that other lines do not get them. The same holds for their
  /// counts: otherwise an older correction would win over a newer one when the lost lines come back.
  ///
  /// - Parameters:
  ///   - numbers: how many lines seem lost, whose numbers count as missing, and how many more there may have been.
  ///   - least: the number and the count to reach at least.
  /// - Returns: the numbers that do not count as missing; nil if there are none.
  mutating func leaveOut(
    _ numbers: (lost: Int, unknown: Int), reaching least: (number: Int, count: Int), of box: String
  ) -> ClosedRange<Int>? {
    count = min(max(count + numbers.lost + numbers.unknown, least.count), LineLimits.count.upperBound)
    turn(to: box)
    current.leaveOut(through: current.last + numbers.lost)
    return skip(through: max(current.last + numbers.unknown, least.number), of: box)
  }

  /// The last number of a box; 0 if it has none.
  func last(of box: String) -> Int { account(of: box).last }

  /// The highest boot ordinal of any box. A box that has lost its name begins after all boots of its log.
  var lastBoot: Int { allAccounts.values.reduce(0) { max($0, $1.lastBoot) } }

  /// The number of lines met.
  var lines: Int { allAccounts.values.reduce(0) { $0 + $1.lines } }

  /// The missing numbers, by box name, with or without those that earlier starts have reported. Numbers that the box
  /// itself left out are not missing. Lines of another box may still come, so its numbers are missing only up to the
  /// last number about which a head says whether its line is here.
  ///
  /// - Parameter own: the box whose log it is; nil if nothing says so.
  func gaps(of own: String?, withReported: Bool) -> [LineGap] {
    allAccounts.sorted { $0.key < $1.key }.flatMap { box, account in
      var missing =
        box == own ?? box
        ? account.missing + account.left + (withReported ? account.reported : [])
        : account.missing.filter { $0.lowerBound <= account.told }.map { $0.clamped(to: 1...account.told) }
      missing.sort { $0.lowerBound < $1.lowerBound }
      for numbers in account.skipped { _ = missing.cut(numbers) }
      return missing.map { LineGap(box: box, missing: $0) }
    }
  }

  /// The accounts for a head. Gaps that are stored as one hide later losses between them, so the box's own account has
  /// room for more gaps.
  func carried(by own: String) -> [String: Account] {
    var carried: [String: Account] = [:]
    for (box, account) in allAccounts {
      let gaps = account.gaps(atMost: box == own ? Self.ownCarriedGaps : Self.carriedGaps)
      carried[box] = Account(
        last: account.last, lines: account.lines, lastBoot: account.lastBoot, older: gaps)
    }
    return carried
  }

  var allAccounts: [String: Account] {
    var all = accounts
    if let currentBox { all[currentBox] = current }
    return all
  }

  /// A box's account; empty for a box without lines.
  func account(of box: String) -> Account {
    box == currentBox ? current : accounts[box] ?? Account()
  }

  private mutating func turn(to box: String) {
    guard box != currentBox else { return }
    if let currentBox { accounts[currentBox] = current }
    current = accounts[box] ?? Account()
    currentBox = box
  }
}

extension [ClosedRange<Int>] {
  /// Keeps the parts up to `number` that are also in `others`, and everything beyond it.
  fileprivate mutating func keep(_ others: [ClosedRange<Int>], through number: Int) {
    guard !isEmpty else { return }
    self = flatMap { range in
      var rest = [range]
      let beyond = rest.cut(number + 1...Int.max)
      return others.flatMap { rest.cut($0) } + beyond
    }
  }

  /// Removes numbers from ascending ranges.
  ///
  /// - Returns: the removed ones.
  fileprivate mutating func cut(_ numbers: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var index = firstIndex { $0.upperBound >= numbers.lowerBound } ?? count
    while index < count, self[index].lowerBound <= numbers.upperBound {
      let range = remove(at: index)
      let common = range.clamped(to: numbers)
      found.append(common)
      if range.upperBound > common.upperBound { insert(common.upperBound + 1...range.upperBound, at: index) }
      if range.lowerBound < common.lowerBound {
        insert(range.lowerBound...common.lowerBound - 1, at: index)
        index += 1
      }
      if range.upperBound > common.upperBound { break }
    }
    return found
  }
}

/// Lines that are missing, going by the numbers around them.
public struct LineGap: Hashable, Sendable {
  /// The box of the lines.
  public let box: String
  /// Their numbers.
  public let missing: ClosedRange<Int>

  /// A gap in a box's numbers.
  public init(box: String, missing: ClosedRange<Int>) { (self.box, self.missing) = (box, missing) }
}
