import Bedside
import CareJournal

/// The end of a process: the panel is switched off and the log closed, or the log could not be opened.
struct Ending {
  /// The longest end in milliseconds; then the process ends anyway.
  private static let limitMilliseconds = 3_000

  /// When the process ends at the latest, on the boot clock.
  let deadline: Int
  /// Why the log could not be opened; nil if the box was told to stop.
  let failure: String?
  var storageIsClosed: Bool
  var panelIsOff = false
  fileprivate var lossIsReported = false

  init(at milliseconds: Int, failure: String? = nil) {
    deadline = milliseconds + Self.limitMilliseconds
    self.failure = failure
    storageIsClosed = failure != nil
  }

  func isOver(at milliseconds: Int) -> Bool { storageIsClosed && panelIsOff || milliseconds >= deadline }
}

/// The process is stopping.
extension Station {
  /// How many events are not on the card, including presses that never became one.
  package var unsavedEvents: Int {
    guard let model else {
      return early.hands.gestures.count { gesture in
        if case .press(let button, _) = gesture { button != .menu } else { false }
      }
    }
    return model.waitingEvents.count
  }

  /// The last message of a process: which events are lost with it.
  func reportLoss() {
    guard isStopped, ending?.lossIsReported == false else { return }
    ending?.lossIsReported = true
    guard unsavedEvents > 0 else { return }
    let early = model == nil ? failure ?? "the log was not open" : nil
    guard let why = storage.fault ?? early else {
      let text = "LOST, unless the card saves them yet: \(unsavedEvents) events (the card did not answer)"
      return board.announce(text, .critical)
    }
    board.announce("LOST: \(unsavedEvents) events that were never saved (\(why))", .critical)
  }

  /// Stops the box: switches the panel off and closes the log.
  func stop() {
    guard ending == nil else { return }
    ending = Ending(at: now.boot.milliseconds)
    storage.handOverLast { board.submit($0) }
    panel.want(Picture(frame: Frame(), texts: []), .off)
    panel.sendAgain()  // now, also to a panel that is missing: its report ends the process
    board.setLamp(lit: false)
  }

  /// Ends the process, because the card does not return the log and nothing may be confirmed without it. The panel says
  /// so, and systemd starts the process again.
  func fail(_ reason: String) {
    board.announce("the card cannot be read: \(reason)", .critical)
    ending = Ending(at: now.boot.milliseconds, failure: reason)
    if !posts.quiet.isShielded { panel.want(.cardUnreadable(), .dim) }
  }

  /// Receives events while the process ends: it decides nothing any more, answers every waiting request, and sends no
  /// other picture.
  func receiveWhileEnding(_ event: BoardEvent) {
    switch event {
    case .storage(let report): receiveWhileEnding(report)
    case .bus(.panel(let report)):
      panel.receive(report)
      let isDone = failure == nil ? panel.shown?.light == .off : panel.shown != nil
      ending?.panelIsOff = isDone || panel.isFailing
    case .request(let token, _, _), .found(.event(_, let token, _)), .configuration(_, let token):
      board.answer(token, .failure(.again, "the box is stopping"))
    case .edges, .bus(.motion), .bus(.parts), .motionWaits, .clockChanged, .filesChanged, .peersChanged,
      .found(.segment), .linesGone, .linesBack, .piezo, .stop, .stateWritten:
      break
    }
  }

  private func receiveWhileEnding(_ report: StorageReport) {
    switch report {
    case .closed(let receipt):
      settle(receipt)
      ending?.storageIsClosed = true
    case .stored(let receipt), .retried(let receipt): settle(receipt)
    case .kept(let content, let token, let outcome): receive(content, token, outcome)
    case .nightsRead(_, let token): answerNights(token, isOnFlash: false)
    case .offered(let token, _, _, _): board.answer(token, .failure(.again, "the box is stopping"))
    case .opened, .notOpened, .quiet, .tended, .activityKept, .activityRead, .copied, .peersRead:
      break
    }
  }

  /// Tells each client that asked for an event whether it was saved.
  private func settle(_ receipt: StorageReceipt) {
    storage.note(receipt)
    let saved = Input.saved(receipt.saved, isHolding: receipt.isHolding, stamps: receipt.stamps)
    for case .answer(let token, let answer) in model?.handle(saved, at: now) ?? [] {
      board.answer(token, BoxAnswer(answer, words: words))
    }
  }
}
