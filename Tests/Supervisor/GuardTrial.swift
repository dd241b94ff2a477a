import CareJournal
import Glibc
import LinuxBoard
import Nursery

/// Two real processes on one directory: whichever of them is dead, a quiet session ends on time, and not earlier.
struct GuardTrial {
  /// The length to which the test cuts a session by editing its file: longer than the guard waits for a box to come
  /// back.
  private static let restMilliseconds = 8_000
  /// The guard acts a second after the box would; the machine may be busy.
  private static let patienceMilliseconds = 3_000

  let program: String

  /// Ends the processes in turn, and reports the results.
  func run() throws -> String {
    let household = try Household()
    // The guard makes no directory: under systemd it is there before either process starts.
    try PlainFile.createFolders(household.state)
    var guardian = try BoxProcess(guard: program, household)
    var box = try start(household)
    let late = try (guardEnds(household, &box), boxEnds(household, &guardian))
    try neitherEnds(household, &guardian, &box)
    for process in [box, guardian] {
      let ending = try process.end(by: SIGTERM)
      guard ending == 0 else { throw Failure("a process was told to stop and ended with \(ending)") }
    }
    return "sessions ended by the guard after \(late.0) ms, by the box after \(late.1) ms, and by a start"
  }

  // MARK: Which process is dead

  /// The box dies in a session, and the guard ends it. The guard reports that the panel does not answer (there is
  /// none here), and a box that comes back is not hindered.
  private func guardEnds(_ household: Household, _ box: inout BoxProcess) throws -> Int {
    try ask(household, ["quiet", "start", "--minutes", "60", "--strict"])
    _ = try box.end(by: SIGKILL)
    let end = try shorten(household, to: Self.restMilliseconds)
    let late = try waitForEnd(household, at: end)
    guard try says(household, "no box runs") else {
      throw Failure("the guard reports nothing about the panel")
    }
    box = try start(household)
    guard try QuietShelf.finding(in: files(household)).state.session == nil else {
      throw Failure("the session has come back")
    }
    return late
  }

  /// The guard dies, and the box ends the session itself.
  private func boxEnds(_ household: Household, _ guardian: inout BoxProcess) throws -> Int {
    try ask(household, ["quiet", "start", "--minutes", "60", "--strict"])
    _ = try guardian.end(by: SIGKILL)
    let late = try waitForEnd(household, at: try shorten(household, to: 1_000, as: .guardian))
    guardian = try BoxProcess(guard: program, household)
    return late
  }

  /// Both die, the session's time passes, and the guard's start ends it.
  private func neitherEnds(
    _ household: Household, _ guardian: inout BoxProcess, _ box: inout BoxProcess
  ) throws {
    try ask(household, ["quiet", "start", "--minutes", "60", "--strict"])
    _ = try guardian.end(by: SIGKILL)
    _ = try box.end(by: SIGKILL)
    let end = try shorten(household, to: 200)
    while Time.milliseconds <= end { usleep(10_000) }
    guard try isShielded(household) else { throw Failure("no process lives, and the session ended") }
    guardian = try BoxProcess(guard: program, household)
    _ = try waitForEnd(household, at: Time.milliseconds)
    box = try start(household)
  }

  // MARK: The directory

  private func start(_ household: Household) throws -> BoxProcess {
    // Crashes in a row would lead to its safe mode, which another trial tests.
    remove(household.folder + "/starts")
    let box = try BoxProcess(program, household)
    _ = try StatusQuestion.ask(household)
    return box
  }

  private func ask(_ household: Household, _ words: [String]) throws {
    guard var question = Question(words, at: household.socket) else { throw Failure("no process listens") }
    let (exit, output) = try question.wait()
    guard exit == 0 else { throw Failure("\(words) ended with \(exit): \(output)") }
    guard try isShielded(household) else { throw Failure("there is no shield after \(words)") }
  }

  private func files(_ household: Household) throws -> DirectoryStorage {
    try DirectoryStorage(directory: household.state)
  }

  private func isShielded(_ household: Household) throws -> Bool {
    try QuietShelf.finding(in: files(household)).state.shield != nil
  }

  /// Shortens the session to this length, as a process that has died would have left it; returns when it then ends,
  /// on the boot clock.
  private func shorten(
    _ household: Household, to milliseconds: Int, as writer: QuietShelf.Writer = .box
  ) throws -> Int {
    var state = try QuietShelf.finding(in: files(household)).state
    guard let session = state.session else { throw Failure("the session is lost") }
    let now = Time.milliseconds
    state.session?.mark = QuietSession.Mark(
      kernelBoot: session.mark.kernelBoot, milliseconds: now, remainingMilliseconds: milliseconds)
    try QuietShelf.replace(state, by: writer, in: files(household))
    return now + milliseconds
  }

  /// How late the session ended.
  private func waitForEnd(_ household: Household, at end: Int) throws -> Int {
    while try isShielded(household) {
      guard Time.milliseconds < end + Self.patienceMilliseconds else {
        throw Failure("a shield stays past its end")
      }
      usleep(20_000)
    }
    let late = Time.milliseconds - end
    guard late >= 0 else { throw Failure("the session ended \(-late) ms early") }
    return late
  }

  private func says(_ household: Household, _ text: String) throws -> Bool {
    String(decoding: try PlainFile.read(household.journal), as: UTF8.self).contains(text)
  }
}
