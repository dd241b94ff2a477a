import CareJournal

/// A request of a browser: the parts that the page uses.
public struct PageRequest: Hashable, Sendable {
  /// Pairs the answer with the request.
  public var id: UInt64
  /// `GET`, `POST`, …
  public var method: String
  /// The path, decoded, without the query.
  public var path: String
  /// The `days` of the query: how many days a list should go back; nil without one.
  public var days: String?
  /// The `Host` field; nil if there is none, or more than one.
  public var host: String?
  /// The `Origin` field.
  public var origin: String?
  /// The `Cookie` field.
  public var cookie: String?
  /// The `Content-Type` field.
  public var contentType: String?
  /// The `If-None-Match` field.
  public var knownTag: String?
  /// The `Last-Event-ID` field.
  public var lastEvent: String?
  /// The body.
  public var body: [UInt8]

  /// A request without optional fields.
  public init(id: UInt64, method: String, path: String, host: String?, body: [UInt8] = []) {
    (self.id, self.method, self.path, self.host, self.body) = (id, method, path, host, body)
  }
}

/// An answer to a request.
public struct PageResponse: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The fields of the head, besides those that every answer has.
  public var headers: [String]
  /// The body.
  public var body: [UInt8]

  /// An answer; `type` is the `Content-Type` of the body.
  public init(status: Int, type: String? = nil, headers: [String] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = (type.map { ["Content-Type: \($0)"] } ?? []) + headers
    self.body = body
  }

  /// The fields of every answer. The page loads nothing from elsewhere, no other site may frame it or load its files,
  /// browsers do not guess types, and no other site learns the page's address.
  public static let commonHeaders = [
    "Content-Security-Policy: default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    "Cross-Origin-Resource-Policy: same-origin",
  ]

  /// A refusal in words. `retryAfter` is the number of seconds after which another try is worthwhile.
  static func refusal(_ status: Int, _ words: String, retryAfter seconds: Int? = nil) -> PageResponse {
    PageResponse(
      status: status, type: "text/plain; charset=utf-8",
      headers: ["Cache-Control: no-store"] + (seconds.map { ["Retry-After: \($0)"] } ?? []),
      body: Array((words + "\n").utf8))
  }

  /// A JSON document, or several on lines of their own.
  static func json(_ text: String, type: String = "application/json") -> PageResponse {
    PageResponse(status: 200, type: type, headers: ["Cache-Control: no-store"], body: Array(text.utf8))
  }
}

/// A file of the page, as it is sent.
public struct PageFile: Hashable, Sendable {
  /// Its bytes.
  let bytes: [UInt8]
  /// Its `Content-Type`.
  let type: String
  /// Its `ETag`, which identifies its content.
  let tag: String

  /// The file with a name and its bytes.
  public init(name: String, bytes: [UInt8]) {
    self.bytes = bytes
    type = Self.types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    tag = "\"" + SHA256.hash(bytes).prefix(8).map { String($0, radix: 16) }.joined() + "\""
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "webmanifest": "application/manifest+json",
  ]

  /// The file, or status 304 if the browser has it already. A browser asks each time, since the program may have been
  /// updated.
  func response(knownTag: String?) -> PageResponse {
    let headers = ["ETag: \(tag)", "Cache-Control: no-cache"]
    if knownTag == tag { return PageResponse(status: 304, headers: headers) }
    return PageResponse(status: 200, type: type, headers: headers, body: bytes)
  }
}
