import ControlLink
import Household

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
