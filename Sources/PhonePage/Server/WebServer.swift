import CMicrohttpd

/// HTTP on a listening socket. It delivers whole requests, and accepts answers and streams. Its limits bound what an
/// unknown client can cost.
final class WebServer {
  /// The limits for clients.
  struct Limits: Hashable, Sendable {
    /// The most connections at once, and the most from one address.
    var connections = 32
    var perAddress = 8
    /// The longest head and the longest body, in bytes.
    var headBytes = 16 << 10
    var bodyBytes = 64 << 10
    /// The longest time for a whole request or an idle connection, and for reading an answer, in milliseconds.
    var requestMilliseconds = 10_000
    var answerMilliseconds = 60_000
    /// How many bytes of a stream its client may leave unread.
    var backlogBytes = 256 << 10
  }

  private let server: OpaquePointer

  /// Serves on a listening socket, which it takes over, by HTTPS if there is a certificate; nil if the library
  /// refuses.
  init?(listener: Int32, limits: Limits, certificate: PageCertificate? = nil) {
    let allowed = cweb_limits(
      connections: UInt32(limits.connections), per_address: UInt32(limits.perAddress),
      head_bytes: UInt32(limits.headBytes), body_bytes: UInt32(limits.bodyBytes),
      request_millis: UInt32(limits.requestMilliseconds), answer_millis: UInt32(limits.answerMilliseconds),
      backlog_bytes: UInt32(limits.backlogBytes))
    let pem = certificate.map { ($0.certificate + [0], $0.key + [0]) }
    guard let server = Self.start(listener, allowed, pem) else { return nil }
    self.server = server
  }

  private static func start(
    _ listener: Int32, _ limits: cweb_limits, _ pem: (certificate: [UInt8], key: [UInt8])?
  ) -> OpaquePointer? {
    guard let pem else { return cweb_start(listener, limits, nil, nil) }
    let (certificate, key) = (
      pem.certificate.map(CChar.init(bitPattern:)), pem.key.map(CChar.init(bitPattern:))
    )
    return cweb_start(listener, limits, certificate, key)
  }

  deinit { cweb_stop(server) }

  /// The one descriptor to wait on.
  var descriptor: Int32 { cweb_descriptor(server) }

  /// How many connections there are.
  var connections: Int { Int(cweb_connections(server)) }

  /// The latest time at which to call `run`, on its clock in milliseconds; nil if nothing is due.
  func deadline(at milliseconds: Int) -> Int? {
    let wait = cweb_timeout(server, Int64(milliseconds))
    return wait < 0 ? nil : milliseconds + Int(wait)
  }

  /// Reads and writes what it can.
  func run(at milliseconds: Int) { cweb_run(server, Int64(milliseconds)) }

  /// The next complete request; nil if there is none.
  func next() -> PageRequest? {
    var raw = cweb_request()
    guard cweb_next(server, &raw) != 0 else { return nil }
    var body = [UInt8](repeating: 0, count: raw.body_length)
    for index in body.indices { body[index] = raw.body[index] }
    var request = PageRequest(
      id: raw.id, method: String(cString: raw.method), path: String(cString: raw.path),
      host: field("Host", raw.id),
      body: body)
    request.days = cweb_query(server, raw.id, "days").map { String(cString: $0) }
    request.origin = field("Origin", raw.id)
    request.cookie = field("Cookie", raw.id)
    request.contentType = field("Content-Type", raw.id)
    request.knownTag = field("If-None-Match", raw.id)
    request.lastEvent = field("Last-Event-ID", raw.id)
    return request
  }

  /// A field that occurs once in the head; nil if it is missing or occurs more often.
  private func field(_ name: String, _ id: UInt64) -> String? {
    var count: UInt32 = 0
    guard let value = cweb_header(server, id, name, &count), count == 1 else { return nil }
    return String(cString: value)
  }

  /// Answers a request.
  func answer(_ id: UInt64, _ response: PageResponse) {
    cweb_answer(
      server, id, UInt32(response.status), Self.head(response.headers), response.body, response.body.count)
  }

  /// Answers a request by a stream of events.
  func openStream(_ id: UInt64) {
    cweb_open_stream(server, id, Self.head(["Content-Type: text/event-stream", "Cache-Control: no-store"]))
  }

  /// Sends text on a stream.
  func write(_ text: String, to id: UInt64) {
    let bytes = Array(text.utf8)
    _ = cweb_write(server, id, bytes, bytes.count)
  }

  /// Ends a stream.
  func closeStream(_ id: UInt64) { cweb_close_stream(server, id) }

  /// The next stream whose browser has left, or that has ended; nil if there is none.
  func nextClosed() -> UInt64? {
    let id = cweb_next_closed(server)
    return id == 0 ? nil : id
  }

  private static func head(_ headers: [String]) -> String {
    (PageResponse.commonHeaders + headers).map { $0 + "\n" }.joined()
  }
}
