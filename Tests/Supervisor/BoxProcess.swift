import Glibc

/// The program as a process, started as systemd starts it.
final class BoxProcess {
  private let identifier: pid_t
  private var status: Int32?

  /// Starts the box of a household. A watchdog's interval is passed on together with a notification socket.
  init(
    _ program: String, _ household: Household, options: [String] = [], watchdogMilliseconds: Int? = nil
  ) throws {
    let words = [program, "run", "--config", household.configuration, "--without-lines"] + options
    var environment = Self.environment
    if let watchdogMilliseconds {
      environment += [
        "NOTIFY_SOCKET=" + household.notifications, "WATCHDOG_USEC=\(watchdogMilliseconds * 1000)",
      ]
    }
    identifier = try Self.spawn(words, environment, journal: household.journal)
  }

  /// Starts the guard of a household.
  init(guard program: String, _ household: Household) throws {
    identifier = try Self.spawn(
      [program, "guard", "--config", household.configuration], Self.environment,
      journal: household.journal)
  }

  // A crash should end the process at once, without a search for causes that takes seconds. The thread sanitizer gets the
  // options of `.ci/tsan`, which name what it cannot see.
  private static let environment = [
    "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no",
    "TSAN_OPTIONS=" + (getenv("TSAN_OPTIONS").map { String(cString: $0) } ?? ""),
  ]

  private static func spawn(
    _ words: [String], _ environment: [String], journal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, journal, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var identifier = pid_t()
    let status = posix_spawn(&identifier, words[0], &actions, nil, &arguments, &variables)
    guard status == 0 else { throw Failure("\(words[0]) cannot be started: errno \(status)") }
    return identifier
  }

  deinit {
    guard status == nil else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// The end of the process if it has ended: the exit code, or the signal's number as a negative.
  func end() -> Int32? {
    var word: Int32 = 0
    if status == nil, waitpid(identifier, &word, WNOHANG) == identifier { status = word }
    return ending
  }

  /// Sends a signal and waits for the end.
  func end(by signal: Int32) throws -> Int32 {
    kill(identifier, signal)
    let deadline = Time.milliseconds + 20_000
    while Time.milliseconds < deadline {
      if let ending = end() { return ending }
      usleep(200)
    }
    throw Failure("the box does not end")
  }

  private var ending: Int32? {
    // wait(2): the low seven bits are the signal, the next eight the exit code.
    status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -($0 & 0x7F) }
  }
}
