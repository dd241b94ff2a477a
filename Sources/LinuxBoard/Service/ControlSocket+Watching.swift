import CLinux
import Glibc

/// Clients that watch: each is sent every new line until it leaves.
extension ControlSocket {
  /// How many watch.
  public var watcherCount: Int { watchers.count }

  /// Keeps a client that has asked as a watcher. It no longer takes one of the places of those that ask.
  ///
  /// - Returns: false where as many watch as may, or the client has gone.
  public func watch(_ client: Int) throws(ControlFault) -> Bool {
    guard watchers.count < limits.watchers, let reader = try release(client) else { return false }
    try failing { () throws(SystemFault) in
      try control(EPOLL_CTL_ADD, reader.socket.number, EPOLLIN)
    }
    watchers[reader.socket.number] = ControlWatcher(socket: reader.socket)
    return true
  }

  /// Sends a line, without its line end, to every watcher, and waits for none. A watcher that has not read the line
  /// before is sent only the newest one; one that reads nothing for `readMilliseconds` is dropped.
  ///
  /// - Parameter isNews: false for a line that only shows that the box is there.
  public func publish(_ line: String, isNews: Bool = true) throws(ControlFault) {
    let bytes = Array((line + "\n").utf8)
    let deadline = clock.bootMilliseconds + limits.readMilliseconds
    try failing { () throws(SystemFault) in
      for (number, watcher) in watchers {
        var watcher = watcher
        let isThere = watcher.send(bytes, isNews: isNews, deadlineMilliseconds: deadline)
        try settle(number, watcher, isThere)
      }
      try giveUpIdle()
    }
  }

  /// Continues with a watcher that can be written to, or has gone. False where the descriptor is none's.
  func serveWatcher(_ number: Int32) throws(SystemFault) -> Bool {
    guard var watcher = watchers[number] else { return false }
    let isThere = watcher.serve(deadlineMilliseconds: clock.bootMilliseconds + limits.readMilliseconds)
    try settle(number, watcher, isThere)
    return true
  }

  private func settle(_ number: Int32, _ watcher: ControlWatcher, _ isThere: Bool) throws(SystemFault) {
    watchers[number] = isThere ? watcher : nil
    guard isThere else { return }
    let interest = watcher.isBehind ? EPOLLIN.rawValue | EPOLLOUT.rawValue : EPOLLIN.rawValue
    try control(EPOLL_CTL_MOD, number, EPOLL_EVENTS(rawValue: interest))
  }
}
