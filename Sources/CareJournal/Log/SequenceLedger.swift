/// Keeps count of each box's line numbers, to say which are missing, and of its boots.
struct SequenceLedger: Sendable {
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

    /// - Returns: whether the number was not met before; a number of a gap too many counts as met.
    fileprivate mutating func note(_ sequence: Int) -> Bool {
      if sequence > last {
        leaveOut(through: sequence - 1)
        last = sequence
        return true
      }
      guard let index = missing.firstIndex(where: { $0.contains(sequence) }) else { return false }
      let gap = missing.remove(at: index)
      if sequence < gap.upperBound { missing.insert(sequence + 1...gap.upperBound, at: index) }
      if sequence > gap.lowerBound { missing.insert(gap.lowerBound...sequence - 1, at: index) }
      return true
    }

    fileprivate mutating func leaveOut(through sequence: Int) {
      guard sequence > last else { return }
      if missing.count < SequenceLedger.gapLimit { missing.append(last + 1...sequence) }
      last = sequence
    }
  }

  /// How many gaps of one box are told apart; a log in worse order than that is known by its damage.
  private static let gapLimit = 256

  private var accounts: [String: Account] = [:]
  /// The account of the line before, kept out of the table because most lines are of one box.
  private var current = Account()
  private var currentBox: String?

  /// Notes a line. Every line says its boot, for a boot's first line may be the one that was damaged.
  mutating func note(_ line: JournalLine) {
    turn(to: line.box)
    current.lastBoot = max(current.lastBoot, line.moment.boot.boot)
    if current.note(line.sequence) { current.lines += 1 }
  }

  /// Notes what a head says of the lines before it: numbers that were not met are missing.
  mutating func note(_ past: [String: Account]) {
    for (box, account) in past where self.account(of: box) != account {
      turn(to: box)
      current.leaveOut(through: account.last)
      current.lines = max(current.lines, account.lines)
      current.lastBoot = max(current.lastBoot, account.lastBoot)
    }
  }

  /// Notes what a head says of lines before it that were not looked at: none of them is missing.
  mutating func skip(to past: [String: Account]) {
    for (box, account) in past {
      turn(to: box)
      current.last = max(current.last, account.last)
      current.lines = max(current.lines, account.lines)
      current.lastBoot = max(current.lastBoot, account.lastBoot)
    }
  }

  /// Leaves out numbers that lost lines may have had: they are not given to other lines, and count as missing.
  mutating func leaveOut(_ count: Int, of box: String) {
    turn(to: box)
    current.leaveOut(through: current.last + count)
  }

  /// Starts from what a head says: what it does not have is not looked for.
  init(startingFrom past: [String: Account] = [:]) {
    accounts = past
  }

  /// The last number of a box, 0 when it has none.
  func last(of box: String) -> Int { account(of: box).last }

  /// The highest boot ordinal of any box. Times name a boot without its box, so none may be used twice, even
  /// when a box has lost its name.
  var lastBoot: Int { allAccounts.values.reduce(0) { max($0, $1.lastBoot) } }

  /// How many lines were met.
  var lines: Int { allAccounts.values.reduce(0) { $0 + $1.lines } }

  /// What is missing, boxes in the order of their names.
  var gaps: [Recovered.Gap] {
    allAccounts.sorted { $0.key < $1.key }.flatMap { box, account in
      account.missing.map { Recovered.Gap(box: box, missing: $0) }
    }
  }

  /// Every box's numbers.
  var allAccounts: [String: Account] {
    var all = accounts
    if let currentBox { all[currentBox] = current }
    return all
  }

  private func account(of box: String) -> Account {
    box == currentBox ? current : accounts[box] ?? Account()
  }

  private mutating func turn(to box: String) {
    guard box != currentBox else { return }
    if let currentBox { accounts[currentBox] = current }
    current = accounts[box] ?? Account()
    currentBox = box
  }
}
