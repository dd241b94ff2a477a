/// What the other boxes say, and what is asked of them.
extension Peering {
  mutating func notePresence(_ box: String, _ isThere: Bool, at now: Int) {
    guard change(box, { $0.isThere = isThere }) else { return }
    if !isThere, question?.peer == box { question = nil }
    wantSoon(at: now)
  }

  /// An older message that comes late must not hide a newer one. A box that has less than before is found out when it is asked.
  mutating func noteHave(_ box: String, _ have: [String: Int], at now: Int) {
    guard change(box, { $0.have.merge(have) { max($0, $1) } }) else { return }
    wantSoon(at: now)
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
    if bundle.after <= accepted[bundle.of] ?? 0 {
      for line in bundle.lines where line.sequence > accepted[bundle.of] ?? 0 {
        queue.append(Accepted(line: line, sender: box))
        accepted[bundle.of] = line.sequence
      }
    }
    if question?.peer == box {
      question?.deadline = now + limits.answerWithin
      if bundle.isEnd { endAnswer(at: now) }
    }
    wantSoon(at: now)
  }

  /// A box that had nothing to send has less than it said.
  private mutating func endAnswer(at now: Int) {
    guard let question else { return }
    self.question = nil
    let hasBroughtAny = question.after.contains { accepted[$0.key] ?? 0 > $0.value }
    if !hasBroughtAny {
      _ = change(question.peer) { peer in
        for (box, number) in question.after { peer.have[box] = min(peer.have[box] ?? 0, number) }
      }
    }
    wantAt = now
  }

  /// Changes what is known of another box; false where it is none of the household, or one too many.
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

  /// Asks after a while, since the lines may be on their way; the waits of boxes differ.
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

  /// The next question, once all that came is on the card.
  mutating func nextWant(at now: Int) -> LineWant? {
    if let question, question.deadline <= now {
      peers[question.peer]?.passedOverUntil = now + limits.passOver
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

  /// The box that wrote missing lines where it is there, since it has them all; else any one that has more than this one.
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
