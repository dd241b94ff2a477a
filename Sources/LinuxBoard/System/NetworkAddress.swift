import Glibc

/// Where this machine is reached on its local network.
package enum NetworkAddress {
  /// The private IPv4 address (RFC 1918, or link-local of RFC 3927) of the first interface that is up, as text; nil where
  /// there is none.
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

  /// Whether an address is one of a local network.
  package static func isPrivate(_ address: UInt32) -> Bool {
    address >> 24 == 10 || address >> 20 == 0xAC1 || address >> 16 == 0xC0A8 || address >> 16 == 0xA9FE
  }

  /// An address with its dots.
  package static func text(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
  }
}
