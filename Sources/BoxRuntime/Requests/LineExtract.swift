import CareJournal

/// Lines of the log, byte for byte, in the order of the log: what another program needs to have the same diary.
struct LineExtract {
  let wish: LinesWish

  /// Sends the lines in pieces, and returns the end of the answer.
  func answer<Storage: JournalStorage>(
    from storage: Storage, send: @escaping (String) -> Bool
  ) throws(EventFault) -> BoxAnswer {
    var writer = AnswerWriter(send: send)
    var count = 0
    do throws(JournalFault) {
      let losses = try LogLines.read(
        from: storage, after: wish.after, where: { _ in count < wish.limit && writer.ask() }
      ) { line, text in
        guard count < wish.limit, line.sequence > wish.after[line.box] ?? 0, isSynced(line) else { return }
        count += 1
        writer.write(String(decoding: text, as: UTF8.self) + "\n")
      }
      writer.flush()
      return BoxAnswer(error: LeftOut(damaged: losses.damaged, unreadable: losses.unreadable).text)
    } catch {
      throw .journal(error)
    }
  }

  /// What a power cut may still take away must not live on elsewhere.
  private func isSynced(_ line: JournalLine) -> Bool {
    wish.through.map { line.sequence <= $0[line.box] ?? 0 } ?? true
  }
}
