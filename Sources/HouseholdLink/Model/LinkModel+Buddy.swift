import ControlLink
import Household

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
      return call(.diary, .command(["log", "list", "--days", "\(days)", "--json"]))
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
