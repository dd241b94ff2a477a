import CCurl
import Household
import LinuxBoard

/// Sends requests to Baby Buddy on a thread of its own, so that nothing else waits for an answer.
final class BuddyClient {
  /// The limits for an answer.
  struct Limits: Sendable {
    /// The longest time for it.
    var seconds = 20
    /// Its greatest length.
    var bytes = 4 << 20
  }

  private let thread: WorkerThread<BuddyBridge.Request, Report>

  /// An answer, or why there is none.
  enum Report: Sendable {
    case answer(BuddyBridge.Answer)
    case none(String)
  }

  /// A client of the server. It rings the mailbox when there is an answer.
  init(_ settings: BuddySettings, limits: Limits = Limits(), mailbox: Mailbox) throws(LinkFault) {
    guard let handle = ccurl_new(settings.token) else {
      throw .library("libcurl.so.4", reason: "it is not there; install libcurl4")
    }
    let session = Session(handle: handle, url: settings.url, limits: limits)
    do throws(SystemFault) {
      thread = try WorkerThread(name: "baby buddy", capacity: 1, mailbox: mailbox) { session.perform($0) }
    } catch {
      throw .system(error)
    }
  }

  func ask(_ request: BuddyBridge.Request) { _ = thread.submit(request) }

  /// The answer, once it has arrived.
  func drainReports() -> [Report] { thread.drainReports() }

  /// The connection, which only the thread touches.
  private struct Session {
    let handle: OpaquePointer
    let url: String
    let limits: Limits

    func perform(_ request: BuddyBridge.Request) -> Report {
      let answer = ccurl_perform(
        handle, request.method, url + "/api/" + request.path, request.body, limits.seconds, limits.bytes)
      guard answer.error == 0 else {
        return .none(String(cString: ccurl_error_text(handle, answer.error)))
      }
      var body = [UInt8](repeating: 0, count: answer.length)
      ccurl_copy_body(handle, &body)
      return .answer(
        BuddyBridge.Answer(
          status: answer.status, date: answer.date_seconds < 0 ? nil : Int(answer.date_seconds), body: body))
    }
  }
}
