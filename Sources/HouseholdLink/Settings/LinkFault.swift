import LinuxBoard

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
