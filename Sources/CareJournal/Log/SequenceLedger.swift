/// Keeps count of each box's line numbers, to say which are missing, and of its boots.
struct SequenceLedger: Sendable {
  /// One box's numbers.
  struct Account: Hashable, Sendable {
    var last = 0
    var missing: [ClosedRange<Int>] = []
    /// The highest boot ordinal that a line was written in.
    var lastBoot = 0

    /// Whether a number has been met.
    func has(_ sequence: Int) -> Bool {
      0 < sequence && sequence <= last && !missing.contains { $0.contains(sequence) }
    }

    /// The numbers that it has met and another account has not.
    func numbers(beyond other: Account) -> [ClosedRange<Int>] {
      var lacked = other.missing.filter { $0.lowerBound <= last }.map {
        $0.lowerBound...min($0.upperBound, last)
      }
      if other.last < last { lacked.append(other.last + 1...last) }
      for gap in missing { lacked = lacked.flatMap { $0.without(gap) } }
      return lacked
    }
  }

  /// How many gaps of one box are told apart; a log in worse order than that is told from its damage.
  private static let gapLimit = 256

  private var accounts: [String: Account] = [:]
  /// The account of the line before, kept out of the table because most lines are of one box.
  private var current = Account()
  private var currentBox: String?

  /// Notes a line. Every line tells of its boot, for a boot's first line may be the one that was damaged.
  mutating func note(_ line: JournalLine) {
    if line.box != currentBox { turn(to: line.box) }
    current.lastBoot = max(current.lastBoot, line.moment.boot.boot)
    note(line.sequence)
  }

  private mutating func note(_ sequence: Int) {
    if sequence == current.last + 1 {
      current.last = sequence
    } else if sequence > current.last {
      if current.missing.count < Self.gapLimit { current.missing.append(current.last + 1...sequence - 1) }
      current.last = sequence
    } else if !current.missing.isEmpty {
      fill(sequence)
    }
  }

  /// Leaves out the numbers and boot ordinals that another ledger has met: nobody is given them again, and those that
  /// this one has not met are missing.
  mutating func leaveOut(_ other: SequenceLedger) {
    for (box, account) in other.allAccounts {
      if box != currentBox { turn(to: box) }
      current.lastBoot = max(current.lastBoot, account.lastBoot)
      guard account.last > current.last else { continue }
      current.missing.append(current.last + 1...account.last)
      current.last = account.last
    }
  }

  /// The last number of a box, 0 when it has none.
  func last(of box: String) -> Int { account(of: box).last }

  /// The highest boot ordinal of any box. Times name a boot without its box, so none may be given out twice, even
  /// when a box has lost its name.
  var lastBoot: Int { allAccounts.values.reduce(0) { max($0, $1.lastBoot) } }

  /// What is missing, boxes in the order of their names.
  var gaps: [Recovered.Gap] {
    allAccounts.sorted { $0.key < $1.key }.flatMap { box, account in
      account.missing.map { Recovered.Gap(box: box, missing: $0) }
    }
  }

  /// The numbers that it has met and another ledger has not, boxes in the order of their names.
  func numbers(beyond other: SequenceLedger) -> [Recovered.Gap] {
    allAccounts.sorted { $0.key < $1.key }.flatMap { box, account in
      account.numbers(beyond: other.account(of: box)).map { Recovered.Gap(box: box, missing: $0) }
    }
  }

  /// Every box's numbers.
  var allAccounts: [String: Account] {
    var all = accounts
    if let currentBox { all[currentBox] = current }
    return all
  }

  init() {}

  /// The numbers as they were.
  init(_ accounts: [String: Account]) {
    self.accounts = accounts
  }

  private func account(of box: String) -> Account {
    box == currentBox ? current : accounts[box] ?? Account()
  }

  private mutating func turn(to box: String) {
    if let currentBox { accounts[currentBox] = current }
    current = accounts[box] ?? Account()
    currentBox = box
  }

  /// A number that came late, as from an import.
  private mutating func fill(_ sequence: Int) {
    guard let index = current.missing.firstIndex(where: { $0.contains(sequence) }) else { return }
    let gap = current.missing.remove(at: index)
    if sequence < gap.upperBound { current.missing.insert(sequence + 1...gap.upperBound, at: index) }
    if sequence > gap.lowerBound { current.missing.insert(gap.lowerBound...sequence - 1, at: index) }
  }
}

extension ClosedRange where Bound == Int {
  /// What is left of it beside another.
  fileprivate func without(_ other: ClosedRange<Int>) -> [ClosedRange<Int>] {
    guard overlaps(other) else { return [self] }
    var rest: [ClosedRange<Int>] = []
    if lowerBound < other.lowerBound { rest.append(lowerBound...other.lowerBound - 1) }
    if other.upperBound < upperBound { rest.append(other.upperBound + 1...upperBound) }
    return rest
  }
}
