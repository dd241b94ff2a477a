/// Sends a long output in pieces, and notices when no one reads it any more.
package struct AnswerWriter {
  /// A piece is sent once it has as many bytes.
  private static let pieceBytes = 32 << 10

  private let send: (String) -> Bool
  private var piece = ""
  /// False once no one reads any more: what is left to do is not worth doing.
  package private(set) var isRead = true

  /// Writes through a function that says whether anyone reads on; an empty piece only asks that.
  package init(send: @escaping (String) -> Bool) {
    self.send = send
  }

  /// Adds text.
  package mutating func write(_ text: String) {
    piece += text
    if piece.utf8.count >= Self.pieceBytes { flush() }
  }

  /// Sends what has not been sent.
  package mutating func flush() {
    guard !piece.isEmpty else { return }
    isRead = isRead && send(piece)
    piece = ""
  }

  /// Asks whether anyone reads on; to be called now and then while there is nothing to write.
  package mutating func ask() -> Bool {
    isRead = isRead && send("")
    return isRead
  }
}
