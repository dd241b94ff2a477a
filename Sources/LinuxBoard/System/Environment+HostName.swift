import Glibc

extension Environment {
  /// The machine's name on its network, empty when it has none.
  public static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(terminated: name)
  }
}
