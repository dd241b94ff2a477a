import ArgumentParser
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside set`
struct SetCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a setting, or ask for a different plan today.",
    discussion: """
      `cribside set bedtime 18:45` changes the configuration file and keeps its comments, and the box uses the value \
      at once. So do `set plan.naps 2`, `set plan.wakeWindows.max 180`, `set plan.napLengths.two 90,30`, \
      `set plan.asleep 12:30-14:00` and `set plan.naps none` (by age). KEY is a key of a baby, or one from the top of \
      the file: `set display.twelveHour true`. A value that is refused changes nothing, and the answer gives the range.

      `cribside set today asleep 12:30-14:00`, `set today naps 1` and `set today bed 18:45` are wishes for this waking \
      day only or, once the night has begun, for the next one. `set today none` removes them.

      Users who may not write the configuration file can still change a baby's settings: the box keeps them in a file \
      of its own, and uses them until the configuration file has another value. `set bedtime configured` returns to \
      the configuration file's value.
      """)

  @OptionGroup var place: BoxPlace
  @Option(help: "The baby's name or number (default: the one that the buttons are set to).") var baby: String?
  @Argument(help: "The key, or today.") var key: String
  @Argument(help: "The value.") var values: [String]

  func request() throws(UsageFault) -> BoxRequest {
    do throws(WordFault) {
      return .set(try PlanWish(key, values), baby: baby)
    } catch {
      throw UsageFault(key, expected: error.expected, found: error.word)
    }
  }

  /// Changes the file if the user may and every change has a value; otherwise asks the box.
  package func run() throws {
    guard case .set(.settings(let changes), _) = try request(), let path,
      changes.allSatisfy({ $0.value != nil })
    else { return try askBox() }
    let answer = SettingsFile(path: path, place: place).set(changes, of: baby)
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }

  /// The configuration file; nil if it does not exist or the user may not replace it.
  private var path: String? {
    let path = place.config ?? (place.state == nil ? ConfigurationFile.standardPath : nil)
    return path.flatMap { PlainFile.exists($0) && PlainFile.mayReplace($0) ? $0 : nil }
  }
}

/// `cribside reload`
struct ReloadCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Have the running box read its configuration again.",
    discussion: """
      Nothing stops: a press meanwhile counts, and events in progress continue. A refused file changes nothing: \
      file, line and field are printed here and in the journal, and the exit code is 78. Changes of board, \
      stateDirectory, socket, motion.interrupt and simulation, and a fourth button that is new or gone, wait for the \
      next start of the box, and the answer names them. SIGHUP does the same without an answer.
      """)

  @OptionGroup var place: BoxPlace

  func request() throws(UsageFault) -> BoxRequest { .reload }
}

/// `cribside clock`
struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Set the box's clock by hand.", subcommands: [ClockSetCommand.self])
}

/// `cribside clock set`
struct ClockSetCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the box's clock to a time.",
    discussion: """
      For a box that has neither a network nor a battery clock. The time is kept in the log, and holds until the \
      power fails, or the network or a battery clock sets the clock; the system's clock is not changed. A time of \
      day means the first such time that is at most three hours before the last time known, and at most half an hour \
      before a time from the network. If it corrects a time set by hand, it means the nearest one. If that is the \
      wrong day, give a whole instant, 2026-02-11T15:40:00-05:00.
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "15:40, or a whole instant.") var time: String

  func request() throws(UsageFault) -> BoxRequest {
    switch TimeWish(time) {
    case .ago?, nil: throw UsageFault("time", expected: "15:40, or a whole instant", found: time)
    case let wish?: return .clockSet(wish)
    }
  }
}
