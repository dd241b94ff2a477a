import ControlLink

/// Lines from the box.
extension PageModel {
  mutating func receive(_ line: BoxLine, of call: Int, at milliseconds: Int) {
    if call == watch.call { return receive(line, at: milliseconds) }
    switch line {
    case .piece(let piece):
      guard !calls.note(piece, of: call) else { return }
      effects.append(.hangUp(call))
      end(call, nil, at: milliseconds)
    case .end(let word): end(call, word, at: milliseconds)
    case .state, .beat, .unknown: break
    }
  }

  private mutating func receive(_ line: BoxLine, at milliseconds: Int) {
    guard case .state(let state) = line else { return }
    let before = watch.state
    watch.note(state, at: milliseconds)
    if let before, before.phones != state.phones { forgetPhones() }
    for waiter in stateWaiters { answer(waiter.request, .json(state.text)) }
    stateWaiters = []
    for id in streams.keys.sorted() {
      effects.append(.write(id, Self.event(state)))
      streams[id]?.beatMilliseconds = milliseconds + Self.beatMilliseconds
    }
  }

  /// A conversation is over, with or without the box's last line.
  mutating func end(_ call: Int, _ last: BoxEnd?, at milliseconds: Int) {
    if call == watch.call { return loseBox(at: milliseconds) }
    guard let topic = topics.removeValue(forKey: call) else { return }
    let output = calls.end(call, &effects) + (last?.output ?? "")
    var last = last
    last?.output = output
    switch topic {
    case .phone(let token): meet(token, last, at: milliseconds)
    case .pairing(let request): finishPairing(request, last)
    case .log(let request): finishLog(request, output, last)
    case .command(let key): finishCommand(key, output, last)
    }
  }

  /// Browsers notice that their stream ends, and ask again until the box is back.
  private mutating func loseBox(at milliseconds: Int) {
    watch.end(at: milliseconds)
    for id in streams.keys.sorted() { effects.append(.closeStream(id)) }
    streams = [:]
    for waiter in stateWaiters { answer(waiter.request, Self.away) }
    stateWaiters = []
  }
}
