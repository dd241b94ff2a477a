/// Keeps count of each box's line numbers, to say which are missing, and of its boots; and of the counts of all lines.
struct SequenceLedger: Sendable {
  /// How many gaps of one box are told apart; what is missing beyond makes the last one longer, though lines may stand in
  /// it. A log in worse order than that is known by its damage.
  private static let gapLimit = 256
  /// A gap as long as this is no loss: a start left these numbers out for what it could not know. Lines that came back
  /// stand in some of them, but no more than a segment can have held.
  private static let leftOutNumbers = LineLimits.leftOut - 10_000

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

  /// Notes what a head says of the lines before it: numbers that were not met are missing.
  mutating func note(_ past: [String: Account], count: Int = 0) {
    self.count = max(count, self.count)
    for (box, account) in past where self.account(of: box) != account {
      turn(to: box)
      current.leaveOut(through: account.last)
      for gap in account.older { current.noteMissing(gap) }
      current.told = max(current.told, account.last)
      current.lines = max(current.lines, account.lines)
      current.lastBoot = max(current.lastBoot, account.lastBoot)
    }
  }

  /// Leaves out a box's numbers up to one, which may come from elsewhere.
  mutating func begin(_ box: String, after number: Int) {
    turn(to: box)
    (current.last, current.older) = (number, [1...number])
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

  /// Leaves out numbers that lost lines may have had: they are not given to other lines, and count as missing. Neither are
  /// the counts that these lines may have had, or an older correction would win over a newer one once they are back.
  ///
  /// - Parameter least: the number and the count that are reached at least.
  mutating func leaveOut(_ numbers: Int, reaching least: (number: Int, count: Int), of box: String) {
    count = min(max(count + numbers, least.count), LineLimits.count.upperBound)
    turn(to: box)
    current.leaveOut(through: max(current.last + numbers, least.number))
  }

  /// The last number of a box, 0 when it has none.
  func last(of box: String) -> Int { account(of: box).last }

  /// The highest boot ordinal of any box. A box that has lost its name begins after all boots of its log.
  var lastBoot: Int { allAccounts.values.reduce(0) { max($0, $1.lastBoot) } }

  /// How many lines were met.
  var lines: Int { allAccounts.values.reduce(0) { $0 + $1.lines } }

  /// What is missing, boxes in the order of their names; with what earlier starts have reported, or without. Lines of
  /// another box may still come: missing is what a head says was here.
  ///
  /// - Parameter own: the box whose log it is; nil where nothing says so.
  func gaps(of own: String?, withReported: Bool) -> [Recovered.Gap] {
    allAccounts.sorted { $0.key < $1.key }.flatMap { box, account in
      let missing =
        box == own ?? box
        ? account.missing + account.left + (withReported ? account.reported : [])
        : account.missing.filter { $0.lowerBound <= account.told }.map { $0.clamped(to: 1...account.told) }
      return missing.filter { $0.count < Self.leftOutNumbers }
        .sorted { $0.lowerBound < $1.lowerBound }
        .map { Recovered.Gap(box: box, missing: $0) }
    }
  }

  /// Every box's numbers.
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
