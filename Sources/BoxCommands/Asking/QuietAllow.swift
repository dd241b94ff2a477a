import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside quiet allow`
struct QuietAllow: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Set what a session lets through; the others are refused.",
    discussion: "Of nap, feed, lamp (its blink code) and sound (piezo and chimes). By default nap and feed.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "The actions; none of them: --nothing.") var actions: [String] = []
  @Flag(help: "Let nothing through, not even NAP and FEED.") var nothing = false
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    guard actions.isEmpty == nothing else {
      throw UsageFault("allow", expected: "actions, or --nothing", found: actions.joined(separator: " "))
    }
    var allowed: Set<QuietAction> = []
    for word in actions {
      guard let action = QuietAction(word: word) else {
        let known = QuietAction.allCases.map(\.word).joined(separator: ", ")
        throw UsageFault("allow", expected: "one of \(known)", found: word)
      }
      allowed.insert(action)
    }
    return .quiet(QuietWish(deed: .input(.allow(allowed)), isJSON: json))
  }
}
