import Glibc

/// The addresses behind a name of the network. Asking may take many seconds, so it is work for a thread of its own.
package enum NameLookup {
  /// The addresses of a host as numbers, in the order in which they are to be tried; a number is its own address. Waits.
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
