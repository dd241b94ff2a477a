import Glibc
import LinuxBoard

/// A single-threaded web server for tests: each connection has one request and ends with its answer.
final class TinyServer {
  let port: UInt16
  let descriptor: Int32
  /// Every request: method and path, its Authorization, its body.
  private(set) var requests: [(line: String, authorization: String, body: String)] = []
  /// The answer to a method and a path, and its status.
  var answer: (String, String) -> (Int, String) = { _, _ in (404, "{}") }

  init() throws {
    descriptor = try NetworkListener.open(address: "127.0.0.1", port: 0)
    port = NetworkListener.port(of: descriptor)
  }

  deinit { close(descriptor) }

  /// Answers the waiting clients.
  func serve() {
    while true {
      let number = accept(descriptor, nil, nil)
      guard number >= 0 else { return }
      let flags = fcntl(number, F_GETFL)
      _ = fcntl(number, F_SETFL, flags & ~O_NONBLOCK)
      talk(number)
      close(number)
    }
  }

  private func talk(_ number: Int32) {
    var text = ""
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !isWhole(text) {
      let count = read(number, &chunk, chunk.count)
      guard count > 0 else { return }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
    let halves = split(text)
    let line = String(text.prefix { $0 != "\r\n" })
    requests.append((line, header("Authorization", halves.head), halves.body))
    let words = line.split(separator: " ").map { String($0) }
    let (status, body) = answer(words[0], words[1])
    let answer =
      "HTTP/1.1 \(status) OK\r\nDate: Wed, 11 Feb 2026 18:05:00 GMT\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    _ = write(number, answer, answer.utf8.count)
  }

  private func split(_ text: String) -> (head: String, body: String) {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(of: "") else { return (text, "") }
    return (lines[..<end].joined(separator: "\r\n"), lines[(end + 1)...].joined(separator: "\r\n"))
  }

  private func header(_ name: String, _ head: String) -> String {
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
    return line.map { String($0.drop { $0 != " " }.dropFirst()) } ?? ""
  }

  private func isWhole(_ text: String) -> Bool {
    guard text.utf8.count > 4, text.split(separator: "\r\n", omittingEmptySubsequences: false).contains("")
    else {
      return false
    }
    let (head, body) = split(text)
    return body.utf8.count >= Int(header("Content-Length", head)) ?? 0
  }
}
