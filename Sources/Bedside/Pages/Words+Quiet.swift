import Nursery

extension Words {
  /// Quiet sessions.
  struct Quiet: Sendable {
    /// Of the seconds that are left.
    var cancelling: String
    /// Of the seconds of a session, and what stands below its time.
    var seconds: String
    var left: String
    /// How to keep the session.
    var keepIt: String
    /// The reset's question and its two answers.
    var endIt: String
    var napEnds: String
    var feedLeaves: String
    /// What is said over.
    var cannotCancel: String
    /// Of the button.
    var notNow: String
    var keptLonger: String
    var replaced: String
    var over: String
    var cancelled: String
    var reset: String
    var setAside: String
    var sameTimes: String
    /// The rows of the pages behind the Box page.
    var quiet: String
    var howToOpen: String
    var start: String
    var length: String
    var mode: String
    var strict: String
    var flexible: String
    var allowed: String
    var nightly: String
    var phone: String
    var off: String
    var on: String
    var from: String
    /// Of the end of a session.
    var until: String
    var to: String
    var save: String
    var back: String
    /// What a shield may let through.
    var lamp: String
    var sound: String
    var noAction: String

    static let english = Quiet(
      cancelling: "Cancelling in %s", seconds: "% s", left: "left", keepIt: "MENU: keep it",
      endIt: "End the quiet?",
      napEnds: "NAP: yes, end it",
      feedLeaves: "FEED: no, leave it", cannotCancel: "cannot be cancelled", notNow: "% not in quiet",
      keptLonger: "The longer quiet stays", replaced: "Quiet by schedule", over: "Quiet is over",
      cancelled: "Quiet cancelled", reset: "Quiet was reset", setAside: "Quiet lost: bad file",
      sameTimes: "Ends as it starts", quiet: "Quiet", howToOpen: "MENU MENU", start: "Quiet now",
      length: "Quiet length",
      mode: "Quiet mode", strict: "strict", flexible: "flexible", allowed: "Quiet lets",
      nightly: "Quiet nightly",
      phone: "Pair a phone",
      off: "off",
      on: "on", from: "From", until: "to %", to: "To", save: "Save", back: "Back", lamp: "LAMP",
      sound: "SOUND",
      noAction: "none")
  }

  /// What is said of a quiet session; nothing for any other notice.
  func quietNotice(_ notice: Notice) -> String {
    switch notice {
    case .cannotCancel: quiet.cannotCancel
    case .notInQuiet(let button): fill(quiet.notNow, name(button))
    case .quietKeptLonger: quiet.keptLonger
    case .quietReplaced: quiet.replaced
    case .quietOver(.cancelled): quiet.cancelled
    case .quietOver(.reset): quiet.reset
    case .quietOver(.damaged): quiet.setAside
    case .quietOver: quiet.over
    case .sameTimes: quiet.sameTimes
    default: ""
    }
  }

  /// The name of what a shield may let through.
  func name(_ action: QuietAction) -> String {
    switch action {
    case .nap: notices.napButton
    case .feed: notices.feedButton
    case .lamp: quiet.lamp
    case .sound: quiet.sound
    }
  }
}
