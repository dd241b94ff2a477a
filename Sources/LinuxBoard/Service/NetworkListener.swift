import Glibc

/// A listening TCP socket: handed over by systemd, or opened here.
public enum NetworkListener {
  /// The first descriptor that systemd hands over (sd_listen_fds(3), SD_LISTEN_FDS_START).
  private static let firstHandedOver: Int32 = 3

  /// The socket that systemd listens on for this process; nil if there is none.
  public static func handedOver() -> Int32? {
    guard let process = getenv("LISTEN_PID"), Int32(String(cString: process)) == getpid(),
      let count = getenv("LISTEN_FDS"), Int(String(cString: count)) == 1
    else { return nil }
    _ = fcntl(firstHandedOver, F_SETFD, FD_CLOEXEC)
    _ = fcntl(firstHandedOver, F_SETFL, fcntl(firstHandedOver, F_GETFL) | O_NONBLOCK)
    return firstHandedOver
  }

  /// Listens at an address, which must be a number, and a port; 0 is any port that is free.
  ///
  /// - Returns: a descriptor that its caller closes.
  public static func open(address: String, port: UInt16) throws(SystemFault) -> Int32 {
    let name = "\(address):\(port)"
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = port.bigEndian
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 { return try listen(four, AF_INET, name) }
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else {
      throw SystemFault(operation: "bind", subject: name, errno: EINVAL)
    }
    return try listen(six, AF_INET6, name)
  }

  /// The port of a listening socket.
  public static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    // The port is in the same place in both kinds of address.
    return result == 0 ? UInt16(bigEndian: address.sin6_port) : 0
  }

  private static func listen<Address>(
    _ address: Address, _ family: Int32, _ name: String
  ) throws(SystemFault) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | SocketAddress.closeOnExec | SocketAddress.nonBlocking
    let socket = try SystemCall.complete("socket") { Glibc.socket(family, kind, 0) }
    var one: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    do throws(SystemFault) {
      let length = socklen_t(MemoryLayout<Address>.size)
      _ = try SystemCall.complete("bind", name) {
        withUnsafePointer(to: address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
        }
      }
      _ = try SystemCall.complete("listen", name) { Glibc.listen(socket, 64) }
      return socket
    } catch {
      close(socket)
      throw error
    }
  }
}

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

/// Looks up the addresses behind a name of the network. This may take many seconds, so it is work for a thread of its
/// own.
package enum NameLookup {
  /// The addresses of a host as numbers, in the order in which to try them; a number is its own address. Blocks.
  package static func addresses(of host: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return numeric(host) }
    defer { freeaddrinfo(first) }
    var addresses: [String] = []
    var next = first
    while let info = next {
      if let text = text(of: info.pointee), !addresses.contains(text) { addresses.append(text) }
      next = info.pointee.ai_next
    }
    return addresses
  }

  /// A number needs no network: AI_ADDRCONFIG refuses it where there is none.
  private static func numeric(_ host: String) -> [String] {
    var four = in_addr()
    var six = in6_addr()
    return inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1 ? [host] : []
  }

  private static func text(of info: addrinfo) -> String? {
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = getnameinfo(
      info.ai_addr, info.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    return result == 0 ? String(terminated: name) : nil
  }
}

/// Where this machine can be reached on its local network.
package enum NetworkAddress {
  /// The private IPv4 address (RFC 1918, or link-local of RFC 3927) of the first interface that is up, as text; nil
  /// if there is none.
  package static var own: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    return sequence(first: first) { $0?.pointee.ifa_next }.lazy.compactMap { $0 }.compactMap(address)
      .first(where: isPrivate).map(text)
  }

  private static let wantedFlags = UInt32(IFF_UP | IFF_RUNNING)

  /// The IPv4 address of an interface that is up, as a number.
  private static func address(of interface: UnsafeMutablePointer<ifaddrs>) -> UInt32? {
    guard interface.pointee.ifa_flags & wantedFlags == wantedFlags, let address = interface.pointee.ifa_addr,
      address.pointee.sa_family == sa_family_t(AF_INET)
    else { return nil }
    return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
    }
  }

  /// Whether an address belongs to a local network.
  package static func isPrivate(_ address: UInt32) -> Bool {
    address >> 24 == 10 || address >> 20 == 0xAC1 || address >> 16 == 0xC0A8 || address >> 16 == 0xA9FE
  }

  /// An address with its dots.
  package static func text(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
  }
}
