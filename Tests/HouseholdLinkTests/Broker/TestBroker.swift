import FoundationEssentials
import Glibc
import LinuxBoard
import Testing

/// A separate mosquitto on a loopback port, which can be killed and restarted.
final class TestBroker {
  /// The program's path; nil if it is not installed, and then the tests that need it say so.
  static let program: String? = {
    let places: [String] = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto"]
    let found = places.first { access($0, X_OK) == 0 }
    if found == nil { print("mosquitto is not installed: Deploy/install-build-deps installs it") }
    return found
  }()

  static var isInstalled: Bool { program != nil }

  let port: UInt16
  let folder: ScratchFolder
  private var process: pid_t = 0

  /// Starts a broker. `more` are lines of its configuration; with a key or certificates it accepts only TLS.
  init(_ more: [String] = ["allow_anonymous true"], files: [String: String] = [:]) throws {
    folder = try ScratchFolder()
    for (name, text) in files { try PlainFile.write(Array(text.utf8), to: folder.path + "/" + name) }
    let probe = try NetworkListener.open(address: "127.0.0.1", port: 0)
    port = NetworkListener.port(of: probe)
    close(probe)
    let lines = ["listener \(port) 127.0.0.1", "user \(Environment.userName)", "log_type none"] + more
    let text = lines.joined(separator: "\n").split(separator: "@", omittingEmptySubsequences: false).joined(
      separator: folder.path)
    try PlainFile.write(Array((text + "\n").utf8), to: folder.path + "/mosquitto.conf")
    try start()
  }

  deinit { kill() }

  /// Starts it and waits until it listens.
  func start() throws {
    let texts: [String] = [Self.program ?? "", "-c", folder.path + "/mosquitto.conf"]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let status = posix_spawn(&process, Self.program ?? "", nil, nil, &words, &environment)
    try #require(status == 0)
    for _ in 0..<2000 {
      if isListening { return }
      usleep(5000)
    }
    Issue.record("mosquitto does not listen")
  }

  func kill() {
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
  }

  /// Suspends it, or lets it continue.
  func freeze(_ isFrozen: Bool) { Glibc.kill(process, isFrozen ? SIGSTOP : SIGCONT) }

  private var isListening: Bool {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
