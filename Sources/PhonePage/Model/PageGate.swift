/// Decides which requests are served: those that were meant for this box and came from its own page.
public struct PageGate: Hashable, Sendable {
  /// Other names by which the box is reached, in lower case. Addresses, `localhost` and `*.local` are always accepted.
  public var names: Set<String>

  /// A gate that also accepts some names, in upper or lower case.
  public init(names: Set<String> = []) { self.names = Set(names.map { $0.lowercased() }) }

  /// Why a request is refused; nil if it is not. A page of another site that has taken the box's address for its own
  /// name (DNS rebinding) is recognised by that name.
  func refusal(of request: PageRequest) -> PageResponse? {
    guard let host = request.host, isOwn(host) else {
      return .refusal(421, "This box is reached by its address, or by a name that ends with .local.")
    }
    guard let origin = request.origin, origin != "http://\(host)", origin != "https://\(host)" else {
      return nil
    }
    return .refusal(403, "Requests of other sites are refused.")
  }

  private func isOwn(_ host: String) -> Bool {
    guard let name = Self.name(of: host) else { return false }
    return Self.isAddress(name) || name == "localhost" || (name.hasSuffix(".local") && name != ".local")
      || names.contains(name)
  }

  /// The host of `name:port`, in lower case and without brackets; nil if it is neither a name nor an address.
  private static func name(of host: String) -> String? {
    let host = host.lowercased()
    if host.hasPrefix("[") {
      let parts = host.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].isEmpty || isPort(parts[1]) else { return nil }
      return String(parts[0])
    }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 1 || isPort(":" + parts[1]) else { return nil }
    guard
      parts[0].utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E
      })
    else { return nil }
    return String(parts[0])
  }

  private static func isPort(_ text: some StringProtocol) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }

  private static func isAddress(_ name: String) -> Bool {
    if name.contains(where: { $0 == ":" }) {
      return name.utf8.allSatisfy {
        (0x30...0x3A).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2E || $0 == 0x25
      }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
