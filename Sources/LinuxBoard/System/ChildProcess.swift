import CLinux
import Glibc

/// Runs other programs, and this program once more, as child processes, and waits for their end.
public enum ChildProcess {
  private static let ownProgram = "/proc/self/exe"

  /// Starts this program again with arguments, waits for its end, and returns its standard output and its exit code:
  /// 128 and the signal's number if a signal ended it. It inherits everything else.
  public static func runSelf(_ arguments: [String]) throws(SystemFault) -> (output: [UInt8], exit: Int32) {
    try run(ownProgram, named: "cribside", arguments)
  }

  /// As `runSelf`, with another program, found on the PATH unless a path is named. A missing one is a fault.
  public static func run(
    _ program: String, _ arguments: [String]
  ) throws(SystemFault) -> (output: [UInt8], exit: Int32) {
    try run(program, named: program, arguments)
  }

  private static func run(
    _ program: String, named name: String, _ arguments: [String]
  ) throws(SystemFault) -> (output: [UInt8], exit: Int32) {
    let (reading, writing) = try pipe()
    let child = try start(program, [name] + arguments, output: writing)
    // If it were open here too, the writing end would keep the pipe open without end.
    close(writing)
    let output = Descriptor(adopting: reading)
    let bytes = try readAll(output)
    return (bytes, try exitCode(of: child))
  }

  /// The same, but all output goes where this program's output goes; only the exit code is returned.
  public static func runInForeground(
    _ program: String, _ arguments: [String]
  ) throws(SystemFault) -> Int32 {
    try exitCode(of: try spawn(program, [program] + arguments, nil))
  }

  private static func pipe() throws(SystemFault) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = try SystemCall.complete("pipe") { Glibc.pipe(&ends) }
    return (ends[0], ends[1])
  }

  private static func start(
    _ program: String, _ words: [String], output: Int32
  ) throws(SystemFault) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addclose(&actions, output)
    return try spawn(program, words, &actions)
  }

  private static func spawn(
    _ program: String, _ words: [String], _ actions: UnsafePointer<posix_spawn_file_actions_t>?
  ) throws(SystemFault) -> pid_t {
    var words = words.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let status = posix_spawnp(&child, program, actions, nil, &words, clinux_environment())
    guard status == 0 else { throw SystemFault(operation: "posix_spawnp", subject: program, errno: status) }
    return child
  }

  private static func readAll(_ file: Descriptor) throws(SystemFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = try SystemCall.complete("read", "pipe") { read(file.number, &chunk, chunk.count) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// wait(2): the low seven bits are the signal, the next eight the exit code.
  private static func exitCode(of child: pid_t) throws(SystemFault) -> Int32 {
    var status: Int32 = 0
    _ = try SystemCall.complete("waitpid") { waitpid(child, &status, 0) }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
