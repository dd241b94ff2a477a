import Household
import LinuxBoard

/// How a box takes part in its household, by the configuration's `household`.
package struct LinkSettings: Hashable, Sendable {
  /// The household's name, one level of a topic: 1 to 40 letters, digits, hyphens and underscores.
  package var household: String
  /// The broker; nil if there is only Baby Buddy.
  package var broker: BrokerAddress?
  /// What the broker requires.
  package var access = BrokerAccess()
  /// The boxes whose lines are accepted.
  package var membership = Membership.listed([])
  /// Whether the box and its babies are offered to Home Assistant.
  package var servesHomeAssistant = true
  /// Baby Buddy; nil if there is none.
  package var buddy: BuddySettings?

  /// Settings with only a name and a broker.
  package init(household: String, broker: BrokerAddress?) {
    (self.household, self.broker) = (household, broker)
  }
}

/// The address of a Baby Buddy, and access to it.
package struct BuddySettings: Hashable, Sendable {
  /// The address, such as `http://192.168.1.7:8000`, without a slash at its end.
  package var url: String
  /// The API key of one of its users.
  package var token: String

  /// A server, and the API key of one of its users.
  package init(url: String, token: String) { (self.url, self.token) = (url, token) }
}

/// What the broker requires before it lets a client in.
package struct BrokerAccess: Hashable, Sendable {
  /// The user's name; nil for none.
  package var user: String?
  /// The user's password; nil for none.
  package var password: String?
  /// The path of the file with the authorities whose certificates are trusted; nil without TLS by certificate.
  package var authorityFile: String?
  /// The name of `key`; nil without one.
  package var keyIdentity: String?
  /// A key that both sides have, in hexadecimal digits; nil without one.
  package var key: String?

  /// No credentials.
  package init() {}
}

/// The address of the broker.
package struct BrokerAddress: Hashable, Sendable {
  /// A name or an address, an IPv6 address without brackets; at most 253 bytes.
  package var host: String
  /// The port, 1 to 65535; by default 1883, and 8883 for `mqtts`.
  package var port: Int
  /// Whether the connection uses TLS, as `mqtts` says.
  package var isSecure: Bool

  /// Reads `mqtt://HOST[:PORT]` or `mqtts://HOST[:PORT]`, an IPv6 address in brackets; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 && parts[3].isEmpty, parts[1].isEmpty else { return nil }
    switch parts[0] {
    case "mqtt:": (isSecure, port) = (false, 1883)
    case "mqtts:": (isSecure, port) = (true, 8883)
    default: return nil
    }
    var place = parts[2]
    if place.first == "[" {
      guard let end = place.firstIndex(of: "]") else { return nil }
      host = String(place[place.index(after: place.startIndex)..<end])
      place = place[place.index(after: end)...]
    } else {
      host = String(place.prefix { $0 != ":" })
      place = place.dropFirst(host.count)
    }
    if !place.isEmpty {
      guard place.first == ":", let number = UInt16(place.dropFirst()), number > 0 else { return nil }
      port = Int(number)
    }
    guard !host.isEmpty, host.utf8.count <= 253, !host.contains(where: { " @?#%".contains($0) }) else {
      return nil
    }
  }
}

extension BrokerAddress: CustomStringConvertible {
  /// `mqtt://broker.local:1883`
  package var description: String {
    "\(isSecure ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

/// Why the program beside the box cannot do its work.
package enum LinkFault: Error, Hashable, Sendable {
  /// The configuration cannot be used: where, what was expected, what was found.
  case configuration(String)
  /// A library, libmosquitto or libcurl, fails: the operation, and its reason.
  case library(String, reason: String)
  /// A call of the system failed.
  case system(SystemFault)
  /// The box at the socket is no longer the same one.
  case otherBox
}

extension LinkFault: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .configuration(let text): text
    case .library(let attempt, let reason): "\(attempt): \(reason)"
    case .system(let fault): "\(fault)"
    case .otherBox: "the box has another id now; start again"
    }
  }
}
