import ControlLink
import Household
import Nursery

/// Lines from the box.
extension LinkModel {
  mutating func hear(_ call: Int, _ line: BoxLine, at now: Int) -> [LinkEffect] {
    guard let kind = calls[call] else { return [] }
    switch (kind, line) {
    case (.watch, .state(let state)): return show(state.text, at: now)
    case (.watch, .beat):
      wantsHave = true
      return []
    case (.have, .end(let end)): return identify(end, at: now)
    case (.lines, .piece(let text)):
      pieces += text
      return []
    case (.lines, .end(let end)):
      calls[call] = nil
      return readLines(end, at: now)
    case (.offer, .end(let end)):
      calls[call] = nil
      return offered(end, at: now)
    case (.wish, .end(let end)):
      calls[call] = nil
      return settle(end, at: now)
    case (.report, .end):
      calls[call] = nil
      return []
    case (.diary, .piece(let text)):
      diary += text
      return []
    case (.diary, .end(let end)):
      calls[call] = nil
      return readDiary(end, at: now)
    case (.carryOver, .end(let end)):
      calls[call] = nil
      return bridge(.done(exit: end.exit, error: end.error), at: now)
    default: return []
    }
  }

  mutating func end(_ call: Int, at now: Int) -> [LinkEffect] {
    guard let kind = calls.removeValue(forKey: call) else { return [] }
    switch kind {
    case .watch:
      waitForBox(at: now)
      (boot, isFreshBox) = (nil, true)
      // A box that was started again does not answer questions to the earlier one.
      calls = calls.filter { $0.value == .wish }
      heldBack = nil
      pieces = ""
      return offer(home?.model.boxLeft()) + peer(.boxLeft, at: now) + bridgeBoxLeft(at: now)
    case .have:
      wantsHave = true
      waitForBox(at: now)
      return []
    case .lines:
      pieces = ""
      return peer(.lines(nil), at: now)
    case .offer: return peer(.offered(nil), at: now)
    case .wish:
      _ = wishes.settle(exit: nil)
      wishAt = now + 1000
      return []
    case .report: return []
    case .diary, .carryOver: return bridgeBoxLeft(at: now)
    }
  }

  // MARK: The state

  private mutating func show(_ text: String, at now: Int) -> [LinkEffect] {
    boxAnswers()
    var effects: [LinkEffect] = []
    do throws(HomeDocumentFault) {
      let document = try HomeDocument(text)
      let isFresh = boot != document.boot
      boot = document.boot
      effects += offer(home?.model.show(document))
      buddy?.babies = Dictionary(document.babies.map { ($0.number, $0.name) }) { first, _ in first }
      // A new line may change nothing in the document. So each document or sign of life is a reason to ask what the box
      // has.
      wantsHave = true
      if isFresh {
        calls = calls.filter { $0.value != .have }
        isFreshBox = true
        forgetReport()
      }
    } catch {
      effects.append(.complain("\(error)"))
    }
    return effects
  }

  /// Learns the box's id, and what it has.
  private mutating func identify(_ end: BoxEnd, at now: Int) -> [LinkEffect] {
    calls = calls.filter { $0.value != .have }
    guard end.exit == 0, let box = end.box, let have = end.have else {
      wantsHave = true
      waitForBox(at: now)
      return home == nil ? [.complain("the box does not give its id: \(end.error)")] : []
    }
    let isFresh = isFreshBox
    isFreshBox = false
    if let home {
      guard home.topics.box == box else { return [.otherBox] }
      let changed = have == home.peering.have ? [] : bridge(.changed, at: now)
      return changed + peer(.boxHas(have, isFresh: isFresh), at: now)
    }
    let topics = BoxTopics(household: settings.household, box: box)
    home = Home(
      topics: topics, model: HomeModel(topics),
      peering: Peering(own: box, membership: settings.membership, seed: waits.next()))
    return [.identified(topics)] + peer(.boxHas(have, isFresh: true), at: now)
  }

  // MARK: Lines and wishes

  private mutating func readLines(_ end: BoxEnd, at now: Int) -> [LinkEffect] {
    let text = pieces + end.output
    pieces = ""
    guard end.exit == 0 else { return peer(.lines(nil), at: now) }
    return peer(.lines(text.split(separator: "\n").compactMap { LogLine(String($0)) }), at: now)
  }

  private mutating func offered(_ end: BoxEnd, at now: Int) -> [LinkEffect] {
    guard end.exit == 0, let have = end.have else {
      return [.complain("the box refuses lines of other boxes: exit \(end.exit) \(end.error)")]
        + peer(.offered(nil), at: now)
    }
    return peer(.offered(have), at: now)
  }

  private mutating func settle(_ end: BoxEnd, at now: Int) -> [LinkEffect] {
    guard !wishes.settle(exit: end.exit) else { return [] }
    wishAt = now + 1000
    return []
  }
}

/// Messages from the broker.
extension LinkModel {
  mutating func connect(at now: Int) -> [LinkEffect] {
    guard let topics = home?.topics else { return [] }
    upSince = now
    let filters = topics.peerFilters + (settings.servesHomeAssistant ? topics.homeAssistantFilters : [])
    let online = TopicMessage(topic: topics.link, payload: "online", isRetained: true)
    return filters.map { .subscribe($0) } + [.publish(online)] + offer(home?.model.connect())
      + peer(.joined, at: now)
  }

  mutating func disconnect(at now: Int) -> [LinkEffect] {
    home?.model.disconnect()
    upSince = nil
    isCongested = false
    return peer(.left, at: now)
  }

  private static let refusedWish =
    "a wish is refused: it is retained, too old, one too many, or impossible now"

  /// A malformed message changes nothing.
  mutating func receive(
    _ topic: String, _ payload: [UInt8], isRetained: Bool, wall: Instant, at now: Int
  ) -> [LinkEffect] {
    guard let topics = home?.topics, let kind = TopicKind(topic, of: topics) else { return [] }
    switch kind {
    case .birth:
      guard payload == Array("online".utf8) else { return [] }
      return offer(home?.model.birth())
    case .device(let baby):
      return isRetained && !payload.isEmpty ? offer(home?.model.found(device: baby)) : []
    case .wish(let what, let baby):
      let (document, before) = (home?.model.shown, wishes.refused)
      wishes.receive(
        HomeWishes.Message(what: what, baby: baby, payload: payload, isRetained: isRetained),
        document: document, at: now, wall: document?.isClockKnown == true ? wall : nil, nonce: waits.next())
      return wishes.refused > before ? [.complain(Self.refusedWish)] : []
    case .link(let box): return peer(.presence(box, payload == Array("online".utf8)), at: now)
    case .have(let box):
      guard let have = HaveMap.read(payload) else { return [] }
      return peer(.have(box, have), at: now)
    case .want(let box):
      guard !isRetained, let want = LineWant(payload) else { return [] }
      return peer(.want(box, want), at: now)
    case .lines(let box):
      guard !isRetained, let bundle = LineBundle(payload) else { return [] }
      return peer(.bundle(box, bundle), at: now)
    }
  }
}

/// The side of Baby Buddy.
extension LinkModel {
  /// Passes an input to the bridge, and performs its effects.
  mutating func bridge(_ input: BuddyBridge.Input, at now: Int) -> [LinkEffect] {
    guard let effects = buddy?.handle(input, at: now) else { return [] }
    return effects.map { perform($0) }
  }

  /// The server's answer.
  mutating func answer(_ answer: BuddyBridge.Answer?, at now: Int) -> [LinkEffect] {
    bridge(.answer(answer), at: now)
  }

  /// The box does not answer. If the bridge waits for the box, it gets no answer.
  mutating func bridgeBoxLeft(at now: Int) -> [LinkEffect] {
    diary = ""
    return bridge(.diary(nil), at: now) + bridge(.done(exit: nil, error: ""), at: now)
  }

  private mutating func perform(_ effect: BuddyBridge.Effect) -> LinkEffect {
    switch effect {
    case .readDiary(let days):
      diary = ""
      return call(.diary, .command(["log", "list", "--days", "\(days)", "--deleted", "--json"]))
    case .request(let request): return .buddy(request)
    case .command(let words, let id): return call(.carryOver, .command(words, by: "Baby Buddy", id: id))
    case .keep(let text): return .keepPairs(text)
    case .complain(let text): return .complain(text)
    }
  }

  /// Passes the diary's rows to the bridge.
  mutating func readDiary(_ end: BoxEnd, at now: Int) -> [LinkEffect] {
    let rows = (diary + end.output).split(separator: "\n").map { String($0) }
    diary = ""
    return bridge(.diary(end.exit == 0 ? rows : nil), at: now)
  }
}
