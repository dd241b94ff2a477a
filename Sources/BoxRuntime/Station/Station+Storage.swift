import Bedside
import CareJournal
import Nursery

/// Jobs for the storage thread, and its reports.
extension Station {
  func want(_ job: StorageJob) {
    storage.want(job)
    handOver()
  }

  /// Hands waiting jobs to the storage thread. Events that arrive while the card is busy share the next write and sync.
  func handOver() {
    guard ending == nil else { return }
    storage.handOver { board.submit($0) }
  }

  func receive(_ report: StorageReport) {
    switch report {
    case .stored(let receipt), .retried(let receipt): receive(receipt)
    case .tended(let receipt):
      storage.figures = receipt.figures
      tend(receipt.wantsTending)
    case .kept(let content, let token, let outcome): receive(content, token, outcome)
    case .nightsRead(let nights, let token): receiveRead(nights, token)
    case .activityKept(let figures): storage.figures = figures
    case .activityRead(let kept): decide(.activityRead(kept))
    case .copied(let record): decide(.logCopied(record?.at))
    case .offered(let token, let received, let outcome, let receipt):
      note(token, received, outcome, receipt)
    case .peersRead(let reading, let received, let receipt): note(reading, received, receipt)
    case .quiet(let finding): receive(finding)
    case .opened, .notOpened, .closed: break  // see `receiveBeforeStart` and `receiveWhileEnding`
    }
  }

  /// The report about a small file. While the process ends, only the clients that wait for it are answered.
  func receive(_ content: FileContent, _ token: Int?, _ outcome: KeptOutcome) {
    let isOnFlash = outcome.isOnFlash
    switch content {
    case .ofModel(.nights): answerNights(token, isOnFlash: isOnFlash)
    case .ofModel(.chosen): posts.isChoiceUnsaved = !isOnFlash
    case .ofModel(.quiet): receiveQuiet(outcome)
    case .ofModel: break  // only the model needs to know
    case .phones(let phones): settle(phones, token: token ?? ControlDoor.noToken, isOnFlash: isOnFlash)
    case .wishes(let wishes): settle(wishes, token: token ?? ControlDoor.noToken, isOnFlash: isOnFlash)
    }
    if case .ofModel(let content) = content, ending == nil { decide(.kept(content, isOnFlash: isOnFlash)) }
  }

  private func receive(_ receipt: StorageReceipt) {
    storage.note(receipt)
    decide(.saved(receipt.saved, isHolding: receipt.isHolding, stamps: receipt.stamps))
    if posts.isChoiceUnsaved, !receipt.isHolding, let baby = model?.resident?.id {
      posts.isChoiceUnsaved = false
      want(.save(.ofModel(.chosen(baby))))
    }
    handOver()
    tend(receipt.wantsTending)
  }

  /// Does one step of deferred work while the storage has nothing else to do, so that a press waits for at most one
  /// step.
  func tend(_ isWanted: Bool) {
    guard isWanted, !storage.isTending, !storage.isWriting, ending == nil else { return }
    want(.tend)
  }

  // MARK: Nights

  /// Answers a remark about a night with the week, once the remark is on the card.
  func answerNights(_ token: Int?, isOnFlash: Bool) {
    guard let token, let view, var wish = posts.nights.removeWaiting(token) else { return }
    guard isOnFlash else {
      return board.answer(token, .failure(.io, "NOT SAVED: " + posts.nights.refusal))
    }
    wish.words = []
    if case .answer(let answer) = view.reply(to: .nights(wish)) { board.answer(token, answer) }
  }

  /// Receives nights that the card did not return at the start, and merges them with the remarks since then.
  private func receiveRead(_ nights: [BabyID: SleepStore]?, _ token: Int?) {
    guard let nights else {
      answerNights(token, isOnFlash: false)
      return decide(.kept(.nights([:]), isOnFlash: false))
    }
    posts.nights.noteRead()
    decide(.nightsFound(nights, token: token))
  }

  // MARK: Quiet sessions

  func receive(_ finding: QuietFinding) {
    if finding.isUnreadable, !posts.quiet.isUnreadable {
      board.announce("the files of quiet sessions cannot be read; they are tried again", .error)
    }
    posts.quiet.isUnreadable = finding.isUnreadable
    guard model != nil else {
      posts.quiet.finding = finding
      // A process that was killed may have left the panel lit.
      if posts.quiet.isShielded { panel.want(Picture(frame: Frame(), texts: []), .off) }
      return
    }
    // A state on its way to the directory is newer than what was read, and will itself be read later.
    if !storage.isKeepingQuiet { decide(.quiet(.found(finding), token: nil)) }
  }

  private func receiveQuiet(_ outcome: KeptOutcome) {
    if case .found(let finding) = outcome {
      refuseQuietWishes("not done: the files could be read only now, and their state is in force; ask again")
      if ending == nil { receive(finding) }
    }
    guard !storage.isKeepingQuiet else { return }
    guard outcome.isOnFlash else {
      return refuseQuietWishes("NOT SAVED: the flash refuses; it is in force, and is tried again")
    }
    for wish in posts.quiet.removeWaiting() {
      board.answer(wish.token, quietAnswer(isJSON: wish.isJSON))
    }
  }

  private func refuseQuietWishes(_ reason: String) {
    for wish in posts.quiet.removeWaiting() { board.answer(wish.token, .failure(.io, reason)) }
  }

  func answerQuiet(_ token: Int, _ refusal: QuietRefusal?) {
    if let refusal {
      _ = posts.quiet.removeWaiting(token)
      return board.answer(token, .failure(refusal.exit, refusal.text))
    }
    guard !storage.isKeepingQuiet, let wish = posts.quiet.removeWaiting(token) else { return }
    board.answer(token, quietAnswer(isJSON: wish.isJSON))
  }

  private func quietAnswer(isJSON: Bool) -> BoxAnswer {
    guard let model else { return .failure(.again, "the box is starting") }
    return QuietReport(model.quietCourse, at: model.quietMoment(at: now), zone: model.zone).answer(
      json: isJSON)
  }
}
