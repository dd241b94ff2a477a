/// The box's answers.
extension Peering {
  /// Sends lines that the box has read: its own new ones to all boxes, others to the box that asked for them.
  mutating func send(_ lines: [LogLine]?, at now: Int) -> [Effect] {
    guard let reading else { return [] }
    self.reading = nil
    guard let lines else {
      retryLater(at: now)
      return []
    }
    failures = 0
    switch reading {
    case .beyond:
      countBeyond(lines, at: now)
      return []
    case .own(let last): return sendOwn(lines, through: last)
    case .answer(let box, let after): return isOnline ? answer(box, after, lines) : []
    }
  }

  /// Counts lines after a missing number. The box itself counts only up to the first missing one.
  private mutating func countBeyond(_ lines: [LogLine], at now: Int) {
    for line in lines { have[line.box] = max(have[line.box] ?? 0, line.sequence) }
    if pushed != nil { pushed = have[own] ?? 0 }
    accepted.merge(have) { max($0, $1) }
    if lines.count >= LineWant.limit { wantsBeyond = true }
    if !lines.isEmpty { publishHaveSoon(at: now) }
    noteHoles(at: now)
    wantSoon(at: now)
  }

  private mutating func sendOwn(_ lines: [LogLine], through number: Int) -> [Effect] {
    guard let pushed else { return [] }
    let news = Self.rising(lines.filter { $0.box == own }, after: pushed)
    // Numbers without a line are not read again.
    self.pushed = lines.count < LineWant.limit ? max(pushed, number) : pushed
    wantsOwn = wantsOwn || lines.count >= LineWant.limit
    guard let last = news.last else { return [] }
    self.pushed = max(self.pushed ?? 0, last.sequence)
    have[own] = max(have[own] ?? 0, last.sequence)
    accepted[own] = max(accepted[own] ?? 0, last.sequence)
    let bundles = LineBundle(of: own, after: pushed, isEnd: false, lines: news).split()
    return bundles.map { .publishBundle($0, to: nil) } + [.arrived(news.map(\.text))]
  }

  private func answer(_ box: String, _ after: [String: Int], _ lines: [LogLine]) -> [Effect] {
    var bundles: [LineBundle] = []
    for (of, number) in after.sorted(by: { $0.key < $1.key }) {
      let found = Self.rising(lines.filter { $0.box == of }, after: number)
      if found.isEmpty { continue }
      bundles += LineBundle(of: of, after: number, isEnd: false, lines: found).split()
    }
    if bundles.isEmpty, let first = after.min(by: { $0.key < $1.key }) {
      bundles = [LineBundle(of: first.key, after: first.value, isEnd: false, lines: [])]
    }
    if !bundles.isEmpty { bundles[bundles.count - 1].isEnd = true }
    return bundles.map { .publishBundle($0, to: box) }
  }

  /// The lines with rising numbers after a number. A line that follows a higher number in the log, because it came back
  /// from another box, is left out here. It is sent to a box that asks for the lowest numbers.
  private static func rising(_ lines: [LogLine], after: Int) -> [LogLine] {
    var last = after
    return lines.filter { line in
      guard line.sequence > last else { return false }
      last = line.sequence
      return true
    }
  }

  /// The box has synced the lines that it was offered, or has not.
  mutating func settle(_ said: [String: Int]?, at now: Int) -> [Effect] {
    guard !offering.isEmpty else { return [] }
    let sent = offering
    let lines = sent.map(\.line)
    offering = []
    guard let said else {
      queue = []
      // One of these lines may be the reason, so other boxes are asked before their senders.
      for sender in Set(sent.map(\.sender)) { peers[sender]?.passedOverUntil = now + limits.passOver }
      accepted = have
      retryLater(at: now)
      wantSoon(at: now)
      return []
    }
    failures = 0
    have.merge(said) { max($0, $1) }
    for line in lines { have[line.box] = max(have[line.box] ?? 0, line.sequence) }
    accepted.merge(have) { max($0, $1) }
    self.said = said
    noteHoles(at: now)
    if let pushed, let last = lines.last(where: { $0.box == own }) {
      self.pushed = max(pushed, last.sequence)
    }
    publishHaveSoon(at: now)
    wantSoon(at: now)
    return [.arrived(lines.map(\.text))]
  }
}
