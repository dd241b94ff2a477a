import CareJournal

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
