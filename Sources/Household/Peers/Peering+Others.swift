/// Messages of the other boxes, and questions to them.
extension Peering {
  mutating func notePresence(_ box: String, _ isThere: Bool, at now: Int) {
    guard change(box, { $0.isThere = isThere }) else { return }
    if !isThere, question?.peer == box { question = nil }
    wantSoon(at: now)
    lookForHolesSoon(at: now)
  }

  /// Notes what another box has. An older message that arrives late must not hide a newer one. If a box has fewer lines
  /// than before, this is noticed when it is asked.
  mutating func noteHave(_ box: String, _ have: [String: Int], at now: Int) {
    guard change(box, { $0.have.merge(have) { max($0, $1) } }) else { return }
    wantSoon(at: now)
    lookForHolesSoon(at: now)
  }

  mutating func noteWant(_ box: String, _ want: LineWant) {
    guard isOnline, want.from == own, box != own else { return }
    guard allows(box) else {
      refused += 1
      return
    }
    wants.removeAll { $0.box == box }
    if wants.count < limits.wants { wants.append((box, want)) }
  }

  mutating func receive(_ bundle: LineBundle, from box: String, at now: Int) {
    guard box != own else { return }
    guard allows(box), allows(bundle.of) else {
      refused += 1
      return
    }
    let last = bundle.lines.last?.sequence ?? 0
    _ = change(box) { $0.have[bundle.of] = max($0.have[bundle.of] ?? 0, last) }
    if queue.count < limits.queue { accept(bundle, from: box) }
    if question?.peer == box {
      let isAboutHole = question?.holeAfter != nil
      question?.deadline = now + (isAboutHole ? limits.holeAnswerWithin : limits.answerWithin)
      if bundle.isEnd { endAnswer(through: last, at: now) }
    }
    wantSoon(at: now)
  }

  private mutating func accept(_ bundle: LineBundle, from box: String) {
    let last = accepted[bundle.of] ?? 0
    let isAnswer = question?.holeAfter != nil && question?.peer == box
    if isAnswer, let after = question?.after[bundle.of], bundle.after <= after {
      // The box counts each of these lines once, even if it has the line already.
      queue += bundle.lines.filter { $0.sequence > after }.map { Accepted(line: $0, sender: box) }
      question?.after[bundle.of] = max(after, bundle.lines.last?.sequence ?? after)
    } else if bundle.after <= last {
      let news = bundle.lines.filter { $0.sequence > last }
      queue += news.map { Accepted(line: $0, sender: box) }
      accepted[bundle.of] = news.last?.sequence ?? accepted[bundle.of]
    }
  }

  /// Ends a question. If the answer had no new lines, the other box has fewer lines than it said.
  private mutating func endAnswer(through last: Int, at now: Int) {
    guard let question else { return }
    self.question = nil
    if question.holeAfter != nil {
      if question.after.contains(where: { $0.value < last }) {
        passOver(question, at: now)
      } else {
        continueSearch(after: question, at: now)
      }
      return lookForHolesSoon(at: now)
    }
    let hasBroughtAny = question.after.contains { accepted[$0.key] ?? 0 > $0.value }
    if !hasBroughtAny {
      _ = change(question.peer) { peer in
        for (box, number) in question.after { peer.have[box] = min(peer.have[box] ?? 0, number) }
      }
    }
    wantAt = now
  }

  /// Changes what is known of another box. False if this box is offline, if the other one does not belong to the
  /// household, or if there are too many.
  private mutating func change(_ box: String, _ change: (inout Peer) -> Void) -> Bool {
    guard isOnline, box != own else { return false }
    guard allows(box), peers[box] != nil || peers.count < limits.peers else {
      refused += 1
      return false
    }
    change(&peers[box, default: Peer()])
    return true
  }

  // MARK: Asking

  /// Asks after a wait, since the lines may be on their way. Each box waits for a different time.
  mutating func wantSoon(at now: Int) {
    guard isOnline, wantAt == nil, question == nil, isBehind else { return }
    wantAt = now + waits.wait(limits.wantAfter)
  }

  private var isBehind: Bool {
    peers.contains { peer in peer.value.isThere && peer.value.have.contains { isMissing($0.key, $0.value) } }
  }

  private func isMissing(_ box: String, _ number: Int) -> Bool {
    number > accepted[box] ?? 0 && allows(box)
  }

  /// The next question, once everything that arrived is on the card.
  mutating func nextWant(at now: Int) -> LineWant? {
    if let question, question.deadline <= now {
      passOver(question, at: now)
      self.question = nil
      wantAt = now
    }
    guard question == nil, queue.isEmpty, offering.isEmpty, let time = wantAt, time <= now else { return nil }
    wantAt = nil
    guard let peer = choose(at: now), let have = peers[peer]?.have else { return nil }
    var after: [String: Int] = [:]
    for (box, number) in have where isMissing(box, number) { after[box] = accepted[box] ?? 0 }
    question = Question(peer: peer, after: after, deadline: now + limits.answerWithin)
    return LineWant(from: peer, after: after)
  }

  /// Notes that an answer has not arrived, or only a part of it.
  private mutating func passOver(_ question: Question, at now: Int) {
    peers[question.peer]?.passedOverUntil = now + limits.passOver
    for box in question.after.keys where question.holeAfter != nil {
      holesAsked[HoleQuestion(peer: question.peer, box: box)] = nil
    }
  }

  /// The box to ask: the one that wrote the missing lines if it is connected, since it has all of them; otherwise any
  /// box that has more than this one.
  private mutating func choose(at now: Int) -> String? {
    let able = peers.filter { peer in
      peer.value.isThere && peer.value.have.contains { isMissing($0.key, $0.value) }
    }
    let ready = able.filter { $0.value.passedOverUntil <= now }
    guard !ready.isEmpty else {
      wantAt = able.values.map(\.passedOverUntil).min()
      return nil
    }
    let writers = ready.filter { isMissing($0.key, $0.value.have[$0.key] ?? 0) }
    return (writers.isEmpty ? ready : writers).keys.sorted().randomElement(using: &waits)
  }
}

// MARK: Holes

extension Peering {
  /// Notes gaps in the lines.
  mutating func noteHoles(at now: Int) {
    let filled = Set(holes.filter { said[$0.key] ?? 0 > $0.value }.keys)
    holes = [:]
    for (box, number) in have where number > said[box] ?? 0 && allows(box) { holes[box] = said[box] ?? 0 }
    if !filled.isEmpty {
      holesAsked = holesAsked.filter { !filled.contains($0.key.box) }
      holesRead = holesRead.filter { !filled.contains($0.key.box) }
      holesPassed = holesPassed.filter { !filled.contains($0.box) }
      holesAt = now
    }
    if holes.isEmpty { holesAt = nil } else { lookForHolesSoon(at: now) }
  }

  mutating func lookForHolesSoon(at now: Int) {
    guard isOnline, !holes.isEmpty, holesAt == nil, !holeQuestions(at: now).isEmpty else { return }
    holesAt = now + limits.holesAfter
  }

  /// The next question about a gap, once nothing else is missing.
  mutating func nextHoleWant(at now: Int) -> LineWant? {
    guard question == nil, wantAt == nil, queue.isEmpty, offering.isEmpty, holesAt ?? now + 1 <= now else {
      return nil
    }
    holesAt = nil
    let able = holeQuestions(at: now).sorted { ($0.box, $0.peer) < ($1.box, $1.peer) }
    guard let next = able.randomElement(using: &waits) else { return nil }
    let number = max(holes[next.box] ?? 0, holesRead[next] ?? 0)
    let after = [next.box: number]
    let wait = holesAsked[next].map { min(2 * $0.wait, limits.holesAgain.upperBound) }
    holesAsked[next] = (now + (wait ?? limits.holesAgain.lowerBound), wait ?? limits.holesAgain.lowerBound)
    question = Question(
      peer: next.peer, after: after, deadline: now + limits.holeAnswerWithin, holeAfter: number)
    return LineWant(from: next.peer, after: after, lowestFirst: true)
  }

  /// Asks for what follows an answer: at once until the box has sent all its lines, and later only one answer after
  /// each wait.
  private mutating func continueSearch(after question: Question, at now: Int) {
    for (box, reached) in question.after {
      let asked = HoleQuestion(peer: question.peer, box: box)
      guard reached > question.holeAfter ?? 0 else {
        holesRead[asked] = nil
        holesPassed.insert(asked)
        continue
      }
      holesRead[asked] = reached
      guard !holesPassed.contains(asked) else { continue }
      holesAsked[asked] = nil
      holesAt = now
    }
  }

  /// The questions about gaps that may be asked now. Each box is asked for missing lines of this box. For missing lines
  /// of another box, that box is asked if it is connected, otherwise one other box.
  private func holeQuestions(at now: Int) -> [HoleQuestion] {
    let asked = holesAsked.filter { now < $0.value.until }
    return holes.flatMap { box, number -> [HoleQuestion] in
      let writer = peers[box]?.isThere == true ? box : nil
      if box != own, writer == nil, asked.keys.contains(where: { $0.box == box }) { return [] }
      return peers.compactMap { name, peer in
        let question = HoleQuestion(peer: name, box: box)
        let isAble = peer.isThere && peer.passedOverUntil <= now && peer.have[box] ?? 0 > number
        return isAble && asked[question] == nil && (writer ?? name) == name ? question : nil
      }
    }
  }
}

/// The boxes whose lines belong to the household.
package enum Membership: Hashable, Sendable {
  /// The lines of any box that the broker lets in.
  case open
  /// The lines of the boxes that are listed by their ids.
  case listed(Set<String>)

  func allows(_ box: String) -> Bool {
    switch self {
    case .open: true
    case .listed(let boxes): boxes.contains(box)
    }
  }
}

/// Random numbers that a seed repeats (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014). Waits then differ between boxes, and a test can repeat them.
package struct SeededWaits: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Numbers from a seed.
  package init(seed: UInt64) { state = seed }

  /// The next number, any of 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number of milliseconds in a range.
  package mutating func wait(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
