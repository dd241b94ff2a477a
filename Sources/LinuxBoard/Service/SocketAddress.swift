import Glibc

/// The address of a Unix socket (unix(7)).
struct SocketAddress: Sendable {
  /// `SOCK_CLOEXEC`, which is an enumerator of another type than the call takes.
  static let closeOnExec = Int32(bitPattern: SOCK_CLOEXEC.rawValue)
  /// `SOCK_NONBLOCK`, likewise.
  static let nonBlocking = Int32(bitPattern: SOCK_NONBLOCK.rawValue)

  private let address: sockaddr_un
  private let length: socklen_t

  /// The address of a path, or of an abstract name after `@`; nil when it is empty, longer than the 107 bytes there
  /// is room for, or has a zero byte.
  init?(_ path: String) {
    let name = Array(path.utf8)
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !name.isEmpty, name.count < room, !name.contains(0) else { return nil }
    let isAbstract = name[0] == UInt8(ascii: "@")
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    if isAbstract { withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 } }
    self.address = address
    // An abstract name has no zero byte at its end; its length alone says where that is.
    length = socklen_t(MemoryLayout<sockaddr_un>.size - room + name.count + (isAbstract ? 0 : 1))
  }

  /// Calls with the address as the socket calls take it.
  func withPointer<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
