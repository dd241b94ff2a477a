/// Keeps count of each box's line numbers, to say which are missing, and of its boots; and of the counts of all lines.
struct SequenceLedger: Sendable {
  /// How many gaps of one box are told apart; what is missing beyond makes the last one longer, though lines may stand in
  /// it. A log in worse order than that is known by its damage.
  private static let gapLimit = 256
  /// How many gaps of a box a head has room for; of the box that writes it, more.
  private static let (carriedGaps, ownCarriedGaps) = (8, 64)

  /// The greatest of the lines' counts: see `LineStamp`.
  private(set) var count = 0
  private var accounts: [String: Account] = [:]
  /// The account of the line before, kept out of the table because most lines are of one box.
  private var current = Account()
  private var currentBox: String?

  /// One box's numbers.
  struct Account: Hashable, Sendable {
    /// The highest number that was used, or left out.
    var last = 0
    /// How many lines were met.
    var lines = 0
    /// The highest boot ordinal that a line was written in.
    var lastBoot = 0
    /// Numbers below `last` that were not met.
    var missing: [ClosedRange<Int>] = []
    /// Numbers that were not met, and of which a line of the box says that it has left them out.
    var left: [ClosedRange<Int>] = []
    /// Numbers that were missing, by a head, before what was read.
    var older: [ClosedRange<Int>] = []
    /// The highest number of which a head says whether its line is here.
    var told = 0
    /// Of those that were met neither before nor behind the head that says so: what a whole reading has to report.
    var reported: [ClosedRange<Int>] = []
    /// Numbers that the box left out without knowing of any line that had them, and of which no later head says that their
    /// lines are here.
    var skipped: [ClosedRange<Int>] = []
    /// Numbers of which a line of the box says that it left them out; heads behind it do not name them.
    var declared: [ClosedRange<Int>] = []

    /// Up to which number every line is here, or was left out.
    var complete: Int { min(missing.first?.lowerBound ?? last + 1, older.first?.lowerBound ?? last + 1) - 1 }

    /// Whether the line of a number was met; one before a head counts as met unless the head says otherwise.
    func has(_ sequence: Int) -> Bool {
      sequence <= last && ![missing, left, older].contains { $0.contains { $0.contains(sequence) } }
    }

    /// What another reader has to know of the gaps: the first ones, and all that follow as one.
    func gaps(atMost limit: Int) -> [ClosedRange<Int>] {
      let gaps = (older + missing).sorted { $0.lowerBound < $1.lowerBound }
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

    /// Notes numbers of which the box itself says, on the line of a number, that it left them out.
    fileprivate mutating func declare(_ numbers: [ClosedRange<Int>], before sequence: Int) {
      for range in numbers where range.lowerBound < sequence {
        let range = range.clamped(to: 1...sequence - 1)
        declared = (declared + [range]).suffix(SequenceLedger.gapLimit)
        _ = older.cut(range)
        left = (left + missing.cut(range)).suffix(SequenceLedger.gapLimit)
      }
    }
  }

  /// Starts from what a head says: what it does not have is not looked for.
  init(startingFrom past: [String: Account] = [:], count: Int = 0) {
    accounts = past
    self.count = count
  }

  /// Notes a line. Every line says its boot, for a boot's first line may be the one that was damaged.
  mutating func note(_ line: JournalLine) {
    count = max(count, line.count)
    turn(to: line.box)
    current.lastBoot = max(current.lastBoot, line.moment.boot.boot)
    if current.note(line.sequence) { current.lines += 1 }
    if case .left(let numbers) = line.entry { current.declare(numbers, before: line.sequence) }
  }

  /// Notes what is said of the lines before: numbers that were not met are missing. A head also says which of these were
  /// missing then; a stop and the mark only say how far the numbers had come.
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

  /// Leaves out a box's numbers up to one, although nothing says that any line had them.
  ///
  /// - Returns: these numbers; nil where there are none.
  @discardableResult
  mutating func skip(through number: Int, of box: String) -> ClosedRange<Int>? {
    turn(to: box)
    guard number > current.last else { return nil }
    let numbers = current.last + 1...number
    current.leaveOut(through: number)
    note(skipped: [numbers], of: box)
    return numbers
  }

  /// Notes what a head says of numbers that its box has left out.
  mutating func note(skipped numbers: [ClosedRange<Int>], of box: String) {
    guard !numbers.isEmpty else { return }
    turn(to: box)
    current.skipped = (current.skipped + numbers).suffix(Self.gapLimit)
  }

  /// Notes what a head says of lines before it that were not looked at: none of them is missing.
  mutating func skip(to past: [String: Account], count: Int) {
    self.count = max(count, self.count)
    for (box, account) in past {
      turn(to: box)
      current.last = max(current.last, account.last)
      current.lines = max(current.lines, account.lines)
      current.lastBoot = max(current.lastBoot, account.lastBoot)
    }
  }

  /// Leaves out numbers that lost lines may have had: they are not given to other lines. Neither are the counts that these
  /// lines may have had, or an older correction would win over a newer one once they are back.
  ///
  /// - Parameters:
  ///   - numbers: how many lines seem lost, whose numbers count as missing; and how many more there may have been.
  ///   - least: the number and the count that are reached at least.
  /// - Returns: the numbers that do not count as missing; nil where there are none.
  mutating func leaveOut(
    _ numbers: (lost: Int, unknown: Int), reaching least: (number: Int, count: Int), of box: String
  ) -> ClosedRange<Int>? {
    count = min(max(count + numbers.lost + numbers.unknown, least.count), LineLimits.count.upperBound)
    turn(to: box)
    current.leaveOut(through: current.last + numbers.lost)
    return skip(through: max(current.last + numbers.unknown, least.number), of: box)
  }

  /// The last number of a box, 0 when it has none.
  func last(of box: String) -> Int { account(of: box).last }

  /// The highest boot ordinal of any box. A box that has lost its name begins after all boots of its log.
  var lastBoot: Int { allAccounts.values.reduce(0) { max($0, $1.lastBoot) } }

  /// How many lines were met.
  var lines: Int { allAccounts.values.reduce(0) { $0 + $1.lines } }

  /// What is missing, boxes in the order of their names; with what earlier starts have reported, or without. Numbers that
  /// the box itself left out are not missing. Lines of another box may still come: missing is what a head says was here.
  ///
  /// - Parameter own: the box whose log it is; nil where nothing says so.
  func gaps(of own: String?, withReported: Bool) -> [Recovered.Gap] {
    allAccounts.sorted { $0.key < $1.key }.flatMap { box, account in
      var missing =
        box == own ?? box
        ? account.missing + account.left + (withReported ? account.reported : [])
        : account.missing.filter { $0.lowerBound <= account.told }.map { $0.clamped(to: 1...account.told) }
      missing.sort { $0.lowerBound < $1.lowerBound }
      for numbers in account.skipped { _ = missing.cut(numbers) }
      return missing.map { Recovered.Gap(box: box, missing: $0) }
    }
  }

  /// What a head says of each box. Gaps that are told as one hide what is lost between them later, so there is room for
  /// all that the box itself can have.
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

  /// A box's numbers; those of one without lines are empty.
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
  /// Keeps those up to a number that are in other ranges, and all beyond it.
  fileprivate mutating func keep(_ others: [ClosedRange<Int>], through number: Int) {
    guard !isEmpty else { return }
    self = flatMap { range in
      var rest = [range]
      let beyond = rest.cut(number + 1...Int.max)
      return others.flatMap { rest.cut($0) } + beyond
    }
  }

  /// Takes some numbers out of ascending ranges.
  ///
  /// - Returns: those that were in them.
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
