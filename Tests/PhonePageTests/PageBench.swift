import ControlLink
import Glibc
import LinuxBoard
import Testing

@testable import PhonePage

/// The page on a loopback socket, with a stand-in for the box whose answers the test chooses, and browsers that send
/// bytes. The test runs all of them on one thread.
final class PageBench {
  final class Complaints {
    var texts: [String] = []
  }

  static let token = "00112233445566778899aabbccddeeff"
  static let cookie = "Cookie: cribside=\(token)\r\n"

  let server: PageServer
  let complaints = Complaints()
  private let folder: ScratchFolder
  private let loop: EventLoop
  private let port: UInt16
  private var box: ControlSocket?
  private var browsers: [Browser] = []
  private var sequence = 0

  /// The lines that the box received, except those about tokens and watching.
  private(set) var asked: [String] = []
  /// The requests that have no answer yet while the box `hesitates`.
  private var waiting: [Int] = []
  var hesitates = false
  /// The answer to a line.
  var answer: (String) -> String = { _ in #"{"exit":0,"output":"saved\n","error":""}"# }
  /// The file of the certificate that browsers trust; nil for plain HTTP.
  var authority: String?
  /// The tokens that the box knows.
  var tokens: Set<String> = [PageBench.token]

  init(
    limits: WebServer.Limits = WebServer.Limits(), isBoxThere: Bool = true,
    certificate: PageCertificate? = nil
  ) throws {
    folder = try ScratchFolder()
    loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    let listener = try NetworkListener.open(address: "127.0.0.1", port: 0)
    port = NetworkListener.port(of: listener)
    server = try PageServer(
      listener: listener, box: folder.path + "/control",
      model: PageModel(gate: PageGate(), files: PageFiles.all, isSecure: certificate != nil), limits: limits,
      certificate: certificate
    ) { [complaints] in complaints.texts.append($0) }
    for descriptor in server.descriptors { try loop.watch(descriptor, as: .readable(descriptor)) }
    if isBoxThere { try startBox() }
  }

  // MARK: The box

  func startBox() throws {
    let box = try ControlSocket(path: folder.path + "/control")
    try loop.watch(box.descriptor, as: .control)
    self.box = box
  }

  /// Stops the box and closes its connections.
  func stopBox() throws {
    if let box { try loop.unwatch(box.descriptor) }
    box = nil
  }

  /// Sends a new state to the watchers.
  func publish(phones: String = "") throws {
    sequence += 1
    try box?.publish(state(phones))
  }

  private func state(_ phones: String = "") -> String {
    #"{"v":1,"boot":3,"seq":\#(sequence),"babies":[],"box":{"phones":[\#(phones)]}}"#
  }

  /// Answers all waiting requests, as the box does after a sync.
  func answerAll() throws {
    for client in waiting { try box?.answer(answer(""), to: client) }
    waiting = []
  }

  private func serveBox() throws {
    for request in try box?.serve() ?? [] {
      if request.line.hasPrefix(#"{"watch""#) {
        if sequence == 0 { sequence = 1 }
        _ = try box?.watch(request.client)
        try box?.publish(state())
      } else if request.line.hasPrefix(#"{"phone":{"token""#) {
        let isKnown = tokens.contains { request.line.contains($0) }
        let known = #"{"exit":0,"output":"{\"name\":\"Anna\",\"since\":null}\n","error":""}"#
        try box?.answer(isKnown ? known : #"{"exit":1,"output":"","error":"unknown"}"#, to: request.client)
      } else {
        asked.append(request.line)
        if hesitates {
          waiting.append(request.client)
        } else {
          try box?.answer(answer(request.line), to: request.client)
        }
      }
    }
  }

  // MARK: Browsers

  /// Runs everything until a condition holds. The test fails if nothing happens for 20 s.
  func turn(until isDone: () -> Bool) throws {
    while true {
      try server.turn()
      try serveBox()
      for browser in browsers { browser.read() }
      if isDone() { return }
      let patience = LinuxClock().bootMilliseconds + 20_000
      let wakes = try loop.wait(untilBootMilliseconds: min(server.nextDeadline ?? patience, patience))
      try #require(
        wakes != [.deadline] || LinuxClock().bootMilliseconds < patience,
        "nothing happens: \(browsers.map(\.text)) \(server.connections) \(asked)")
    }
  }

  /// Connects a browser that sends a text.
  func connect(_ text: String = "") throws -> Browser {
    try add(try authority.map { try Browser(port: port, trusting: $0) } ?? Browser(port: port), text)
  }

  /// Connects a browser that speaks plain HTTP, even if the page is served by HTTPS.
  func connectPlainly(_ text: String) throws -> Browser { try add(try Browser(port: port), text) }

  private func add(_ browser: Browser, _ text: String) throws -> Browser {
    try loop.watch(browser.number, as: .readable(browser.number))
    browser.forget = { [loop] in try? loop.unwatch(browser.number) }
    browsers.append(browser)
    browser.send(text)
    return browser
  }

  /// The answer to a request that is sent byte for byte.
  func response(to text: String) throws -> Response {
    let browser = try connect(text)
    try turn { browser.isAnswered }
    browser.leave()
    browsers.removeAll { $0 === browser }
    return Response(browser.text)
  }

  func get(_ path: String, _ headers: String = PageBench.cookie, host: String = "cribside.local") throws
    -> Response
  {
    try response(to: Self.request("GET", path, headers, host: host))
  }

  func post(_ path: String, _ body: String, _ headers: String = PageBench.cookie) throws -> Response {
    try response(to: Self.posting(path, body, headers))
  }

  static func request(_ method: String, _ path: String, _ headers: String, host: String = "cribside.local")
    -> String
  {
    "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)\r\n"
  }

  static func posting(_ path: String, _ body: String, _ headers: String = PageBench.cookie) -> String {
    let head = headers + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return request("POST", path, head) + body
  }
}

/// The client's end of a connection.
final class Browser {
  let number: Int32
  var forget: () -> Void = {}
  private var program: pid_t = 0
  private(set) var text = ""
  private(set) var isClosed = false

  init(port: UInt16) throws {
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  /// A browser with HTTPS, by openssl: it trusts one certificate, only for the name `cribside.local`.
  init(port: UInt16, trusting authority: String) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    number = ends[0]
    defer { close(ends[1]) }
    let options = "-quiet -verify_quiet -verify_return_error -verify_hostname cribside.local -CAfile"
    let words = "openssl s_client -connect 127.0.0.1:\(port) \(options) \(authority)".split(separator: " ")
    var arguments = words.map { strdup(String($0)) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for target in 0...1 { posix_spawn_file_actions_adddup2(&actions, ends[1], Int32(target)) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    try #require(posix_spawnp(&program, "openssl", &actions, nil, &arguments, environ) == 0)
  }

  deinit {
    close(number)
    guard program != 0 else { return }
    kill(program, SIGKILL)
    waitpid(program, nil, 0)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      let count = recv(number, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        text += String(decoding: chunk.prefix(count), as: UTF8.self)
      } else if count == 0 || errno != EAGAIN {
        isClosed = true
        forget()
      } else {
        return
      }
    }
  }

  /// Whether a whole answer has arrived.
  var isAnswered: Bool {
    if isClosed { return true }
    guard let end = text.range(ofHead: "\r\n\r\n") else { return false }
    let head = text[..<end].lowercased()
    guard let field = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length: ") }),
      let length = Int(field.dropFirst("content-length: ".count))
    else { return head.contains(" 304 ") || head.contains(" 204 ") }
    return text[end...].utf8.count - 4 >= length
  }

  func leave() {
    if !isClosed { forget() }
    shutdown(number, Int32(SHUT_RDWR))
    isClosed = true
  }
}

/// An answer in its parts.
struct Response {
  let status: Int
  let head: String
  let body: String

  init(_ text: String) {
    let end = text.range(ofHead: "\r\n\r\n") ?? text.endIndex
    head = String(text[..<end])
    body = String(text[end...].dropFirst(2))
    status = Int(text.split(separator: " ", maxSplits: 2).dropFirst().first ?? "0") ?? 0
  }
}

extension String {
  /// The start of a text. Swift treats CR and LF as one character.
  func range(ofHead mark: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(mark) }
  }
}
