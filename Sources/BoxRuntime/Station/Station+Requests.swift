import Bedside
import CareJournal
import Nursery

/// Requests, phones and watchers.
extension Station {
  /// Answers requests now; nil until the log has been read.
  var view: BoxView? { view(at: now) }

  private func view(at moment: Moment) -> BoxView? {
    guard let model else { return nil }
    return BoxView(
      model: model, moment: moment, panel: panel, recovery: recovery, storage: storage.figures,
      storageFault: storage.fault, motion: motion, phones: posts.phones.book.phones,
      wished: settings.wished(in: posts.wishes.kept))
  }

  func answer(_ request: BoxRequest, token: Int, _ asker: Asker) {
    if case .calibrate(true, _) = request { decide(.measureEmptyCrib) }
    if case .link(let wish) = request { decide(.link(wish.news(at: now.boot))) }
    // The clock is read once: what begins now in the answer also begins now when it is decided.
    let moment = now
    guard let reply = view(at: moment)?.reply(to: request) else { return }
    guard !(reply.waitsForCard && posts.isCrowded) else {
      return board.answer(
        token, .failure(.again, "the card does not answer, and others wait for it; ask again later"))
    }
    perform(reply, of: request, token: token, asker, at: moment)
  }

  private func perform(
    _ reply: BoxView.Reply, of request: BoxRequest, token: Int, _ asker: Asker, at moment: Moment
  ) {
    switch reply {
    case .answer(let answer): board.answer(token, answer)
    case .read(let question):
      if !board.ask(question, token: token) { refuseQuestion(token) }
    case .look(let event):
      if !board.submit(.event(event, token: token, asker)) { refuseQuestion(token) }
    case .nights(let baby, let remarks):
      if case .nights(let wish) = request { posts.nights.wait(token, for: wish) }
      decide(.nightRemarks(baby, remarks, token: token))
    case .quiet(let input, let isJSON):
      posts.quiet.waiting.append(QuietPost.Waiting(token: token, isJSON: isJSON))
      decide(.quiet(input, token: token))
    case .care(let baby, let command):
      decide(
        .request(CareRequest(token: token, baby: baby, command: command, by: asker.by, id: asker.id)),
        at: moment)
    case .phone(let wish): answer(wish, token: token)
    case .clock(let wall): setClock(to: wall, token: token, isPhone: asker.by != nil)
    case .offer(let texts): receive(texts, token: token)
    case .reload: reload(token: token)
    case .set(let wish, let baby): answer(wish, of: baby, by: asker.by, token: token)
    case .watch:
      guard board.watch(token) else {
        return board.answer(
          token, .failure(.again, "the maximum number of clients watch already; ask again later"))
      }
      watch.noteWatcher()
    }
  }

  private func refuseQuestion(_ token: Int) {
    board.answer(token, .failure(.again, "other questions wait for their answers; ask again later"))
  }

  /// A result of the thread for questions.
  func receive(_ finding: LogReading.Finding) {
    switch finding {
    case .segment(let check): decide(.segmentChecked(check))
    case .event(.answer(let answer), let token, _): board.answer(token, answer)
    case .event(.wish(let baby, let command, let around), let token, let asker):
      decide(
        .request(
          CareRequest(
            token: token, baby: baby, command: command, around: around, by: asker.by, id: asker.id)))
    }
  }

  /// Sets the clock by hand. A phone may only set a clock that is not known, to a possible time; a person at the box
  /// may also correct it.
  private func setClock(to wall: Instant, token: Int, isPhone: Bool) {
    let moment = now
    guard isPhone, let clocks = model?.clockHistory else {
      return decide(.clockByHand(wall, token: token))
    }
    guard !clocks.isSynced(boot: moment.boot.boot) else {
      return board.answer(token, .failure(.no, "the clock is known; a phone sets it only while it is not"))
    }
    guard wall.adding(minutes: 2) > clocks.instant(at: moment.boot) else {
      return board.answer(
        token, .failure(.data, "the phone's clock is behind what the box knows; nothing is changed"))
    }
    decide(.clockByHand(wall, token: token, by: .phone))
  }

  // MARK: Phones

  private func answer(_ wish: PhoneWish, token: Int) {
    guard let model else { return }
    let moment = now
    let isKnown = model.clockHistory.isSynced(boot: moment.boot.boot)
    let outcome = posts.phones.decide(
      wish, at: moment, now: isKnown ? model.clockHistory.instant(at: moment.boot) : nil, zone: model.zone,
      page: board.pageAddress, random: board.randomNumber)
    switch outcome {
    case .answer(let answer): board.answer(token, answer)
    case .keep(let answer):
      posts.phones.wait(token, for: answer)
      want(.save(.phones(posts.phones.book.phones), token: token))
    }
    showCode()
  }

  /// The phones are on the card, or the card has refused them.
  func settle(_ phones: [Phone], token: Int, isOnFlash: Bool) {
    guard let answer = posts.phones.settle(token, phones: phones, isOnFlash: isOnFlash) else { return }
    board.answer(token, answer)
  }

  func withdrawCode() {
    if posts.phones.expire(at: now.boot.milliseconds) { showCode() }
  }

  /// Shows a code on the panel that was requested there.
  func offerPhone() {
    posts.phones.isCodeWanted = false
    guard posts.phones.offer(random: board.randomNumber(), at: now) else { return decide(.noPhoneNow) }
    showCode()
  }

  /// Shows the code if it has changed, since its picture is made only once.
  private func showCode() {
    guard let offer = posts.phones.changedOffer() else { return }
    decide(.phone(offer.map { PhoneOffer($0, at: board.pageAddress) }))
  }

  // MARK: Watchers

  /// Has the state written for the watchers on its own thread, no more often than the limit. Readings of the
  /// accelerometer come every second and wait for the next document. Questions change nothing.
  func publish(after events: [BoardEvent]) {
    guard board.watcherCount > 0, ending == nil else { return }
    let isChange = events.contains { event in
      switch event {
      case .bus(.motion), .stateWritten: false
      case .request(_, let request, _): !request.isQuestion
      default: true
      }
    }
    if isChange { watch.noteChange() }
    let milliseconds = now.boot.milliseconds
    guard let due = watch.nextDeadline, due <= milliseconds, let view else { return }
    let isTaken = board.publish(StateWriter.Question(view: view, hasNewWatcher: watch.hasNewWatcher))
    watch.begin(at: milliseconds, isTaken: isTaken)
  }
}

extension BoxView.Reply {
  /// Whether the answer waits for a small file to be kept.
  fileprivate var waitsForCard: Bool {
    switch self {
    case .nights, .quiet, .phone, .offer, .set: true
    case .answer, .read, .look, .care, .clock, .reload, .watch: false
    }
  }
}

/// Lines of other boxes, offered over the socket or as files.
extension Station {
  /// Brings an offer of lines of other boxes to the card, or refuses it in words.
  func receive(_ texts: [[UInt8]], token: Int) {
    guard settings.household.isShared else {
      let words = "lines of other boxes are not received: household.boxes in the configuration names none"
      return board.answer(token, .failure(.unavailable, words))
    }
    want(.offer(Offer(token: token, texts: texts, boxes: settings.household.boxes)))
  }

  /// A step of an offer is done.
  func note(
    _ token: Int, _ received: ReceivedLines, _ outcome: OfferOutcome, _ receipt: StorageReceipt
  ) {
    note(received, receipt)
    switch outcome {
    case .more(let offer): want(.offer(offer))
    case .done(let leftOut):
      var answer = BoxAnswer.have(receipt.figures, withBox: false)
      if leftOut > 0 {
        answer.more.append(JSONValue.Member(key: "leftOut", value: .integer(leftOut)))
        board.announce(
          "\(leftOut.counted("offered line")) left out: \(ReceivedLines.whyLeftOut)", .warning)
      }
      board.answer(token, answer)
    case .refused(let fault):
      var answer = BoxAnswer.failure(.data, fault.text)
      answer.more.append(JSONValue.Member(key: "line", value: .integer(fault.line)))
      board.answer(token, answer)
    case .failed(let why): board.answer(token, .failure(.io, "NOT SAVED: \(why); offer them again later"))
    }
  }

  /// Reads the new part of other boxes' files, at once or after the reading that is in progress.
  func readPeers() {
    guard settings.household.isShared, posts.peers.begin() else { return }
    want(.readPeers(posts.peers))
  }

  /// A piece of the files of other boxes is read.
  func note(_ reading: PeerFiles, _ received: ReceivedLines, _ receipt: StorageReceipt) {
    note(received, receipt)
    guard reading.isDone else { return want(.readPeers(reading)) }
    defer { if posts.peers.end(reading) { readPeers() } }
    guard let reason = reading.firstRefusal else { return }
    board.announce(
      "\(PeerFiles.folder): \(reading.refused) lines were not received, the first in \(reason)", .warning)
  }

  private func note(_ received: ReceivedLines, _ receipt: StorageReceipt) {
    storage.figures = receipt.figures
    if let clocks = received.clocks { decide(.received(received.events, clocks: clocks)) }
    tend(receipt.wantsTending)
  }
}
