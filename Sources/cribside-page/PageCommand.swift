import ArgumentParser
import LinuxBoard
import PhonePage

/// `cribside-page`: the page of a box, for phones on the same network.
@main
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cribside-page",
    abstract: "Serves the page of a cribside box to phones on the same network.",
    discussion: """
      The page shows what the panel shows and logs what the buttons log. It keeps nothing: the diary and the list of \
      phones are in the box, which it reaches through the box's control socket. To pair a phone, run `cribside phones \
      pair` and enter its code on the page.

      systemd hands over the listening socket, so the service needs no --listen. Exit codes: 0 ok; 64 usage; 69 the \
      address cannot be listened on; 74 input or output failed; 78 the certificate or its key cannot be used.
      """)

  @Option(help: "The box's control socket.") var socket = "/run/cribside/control"
  @Option(help: "ADDRESS:PORT to listen on (default: what systemd hands over, else 127.0.0.1:8080).")
  var listen: String?
  @Option(help: "A name by which browsers reach the box, besides its addresses and *.local; may be repeated.")
  var name: [String] = []
  @Option(help: "For HTTPS: the file of the certificate, with its chain, as PEM.")
  var tlsCert: String?
  @Option(help: "For HTTPS: the file of the certificate's key, as PEM.") var tlsKey: String?
  @Flag(help: "Serve the box that `cribside simulate` runs, on http://127.0.0.1:8080.") var simulate =
    false

  func validate() throws {
    if let listen { _ = try ListenAddress(listen) }
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key belong together")
    }
  }

  func run() throws {
    do {
      try serve()
    } catch let fault as SystemFault {
      Self.complain("\(fault)")
      throw ExitCode(fault.operation == "bind" || fault.operation == "listen" ? 69 : 74)
    } catch let fault as PageFault {
      Self.complain("\(fault)")
      if case .certificate = fault { throw ExitCode(78) }
      throw ExitCode(74)
    }
  }

  private func serve() throws {
    let loop = try EventLoop(syncSign: .always)
    let certificate = try certificate()
    let listener = try listener()
    let server = try PageServer(
      listener: listener.socket, box: boxSocket, names: names, certificate: certificate,
      complain: Self.complain)
    if let address = listener.address { Self.complain("\(address) is the page of \(boxSocket)") }
    for descriptor in server.descriptors { try loop.watch(descriptor, as: .readable(descriptor)) }
    ProgramPages.release()
    var isOver = false
    while !isOver {
      try server.turn()
      for wake in try loop.wait(untilBootMilliseconds: server.nextDeadline) {
        if case .signal = wake { isOver = true }
      }
    }
  }

  private func certificate() throws(PageFault) -> PageCertificate? {
    guard let tlsCert, let tlsKey else { return nil }
    return try PageCertificate(certificateFile: tlsCert, keyFile: tlsKey)
  }

  private var names: Set<String> { Set(name + [Environment.hostName]) }

  private var boxSocket: String {
    simulate ? Self.stateFolder + "/cribside/simulate/control" : socket
  }

  /// The folder in which `cribside simulate` keeps its box (XDG Base Directory Specification 0.8).
  private static var stateFolder: String {
    Environment.variable("XDG_STATE_HOME") ?? (Environment.variable("HOME") ?? "") + "/.local/state"
  }

  /// The listening socket, and its address if systemd did not pass it.
  private func listener() throws -> (socket: Int32, address: String?) {
    if listen == nil, let handedOver = NetworkListener.handedOver() { return (handedOver, nil) }
    let address = try ListenAddress(listen ?? "127.0.0.1:8080")
    let socket = try NetworkListener.open(address: address.host, port: address.port)
    let scheme = tlsCert == nil ? "http" : "https"
    return (socket, "\(scheme)://\(address.text(port: NetworkListener.port(of: socket)))")
  }

  /// Writes a line where no browser sees it.
  private static func complain(_ text: String) {
    OutputStream(2, named: "standard error").write("cribside-page: \(text)\n")
  }
}

/// `ADDRESS:PORT`, with an address of IPv6 in brackets.
struct ListenAddress {
  let host: String
  let port: UInt16

  init(_ text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, let port = UInt16(parts[parts.count - 1]) else {
      throw ValidationError("--listen: expected ADDRESS:PORT, such as 192.168.1.7:8080, found \(text)")
    }
    self.port = port
    host = parts.dropLast().joined(separator: ":").filter { $0 != "[" && $0 != "]" }
  }

  func text(port: UInt16) -> String { host.contains { $0 == ":" } ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
