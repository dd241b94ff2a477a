import CareJournal
import Glibc

/// A question over the control socket that is sent without waiting for its answer.
struct Question {
  /// The state of the answer.
  enum Progress {
    case open
    /// The whole answer has arrived, with this exit code.
    case answered(exit: Int, output: String)
    /// The connection broke before that.
    case lost
  }

  let socket: Int32
  private var received: [UInt8] = []

  /// Connects and asks; nil while no process listens.
  init?(_ words: [String], at path: String) {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let line = Array((JSONWriter.text(["command": .array(words.map { .string($0) })]) + "\n").utf8)
    let isSent =
      UnixAddress.with(path) { connect(socket, $0, $1) } == 0
      && send(socket, line, line.count, Int32(MSG_NOSIGNAL)) == line.count
    guard isSent else {
      close(socket)
      return nil
    }
  }

  /// Reads what has arrived of the answer; once it is complete the socket is closed.
  mutating func proceed() -> Progress {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { return .open }
      guard count > 0 else { break }
      received += chunk.prefix(count)
    }
    close(socket)
    return answer
  }

  private var answer: Progress {
    do {
      var (lines, output) = (received.split(separator: 0x0A), "")
      let last = lines.popLast() ?? []
      // A long answer comes in pieces, and its progress between them.
      for line in lines {
        var fields = try Fields(try JSONReader.read(Array(line)))
        output += try fields.required("output", as: .string)
      }
      var fields = try Fields(try JSONReader.read(Array(last)))
      return .answered(
        exit: try fields.required("exit", as: .integer(in: 0...255)),
        output: output + (try fields.required("output", as: .string)))
    } catch {
      return .lost
    }
  }

  /// Waits for the answer, at most ten seconds.
  mutating func wait() throws -> (exit: Int, output: String) {
    let end = Time.milliseconds + 10_000
    while Time.milliseconds < end {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 100)
      switch proceed() {
      case .open: continue
      case .answered(let exit, let output): return (exit, output)
      case .lost: throw Failure("a question was not answered")
      }
    }
    throw Failure("a question was not answered in ten seconds")
  }
}

/// Paths in the form of the socket calls.
enum UnixAddress {
  static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
    }
  }
}
