import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Peripherals

/// First-time configuration: asks the questions, writes the file whole, enables the I²C bus, starts the box, and
/// checks everything.
package struct Setup {
  private static let raspiConfig = "/usr/bin/raspi-config"
  private static let systemctl = "/usr/bin/systemctl"

  /// The configuration file; created if it is missing.
  package var path: String
  /// The answers given as options.
  package var given: [SetupAnswers.Question: String]
  /// The machine's files.
  package var files = MachineFiles()

  /// The latest possible birthdate, by a clock that was set. Nil if the clock may be wrong.
  package var today: CivilDate?

  /// Runs a program in the foreground, and returns its exit code.
  var execute: (_ program: String, _ arguments: [String]) throws(SystemFault) -> Int32 = {
    (program, arguments) throws(SystemFault) in
    try ChildProcess.runInForeground(program, arguments)
  }

  /// A setup of the file at a path, which need not exist.
  package init(
    path: String, given: [SetupAnswers.Question: String], files: MachineFiles = MachineFiles(),
    today: CivilDate?
  ) {
    self.path = path
    self.given = given
    self.files = files
    self.today = today
  }

  /// Writes the answers, in place of the values in the file. `ask` puts a question to the user; nil if no one can
  /// answer.
  package func configure(ask: ((_ prompt: String) -> String?)?) throws(RunFault) {
    try refuseUnlessWritable()
    let text = try presentText
    let present = presentAnswers(text)
    let known = present.withoutExample.preferring(facts).completed(by: suggestions)
    var interview = try Interview(known, given: given, today: today, ask: ask)
    let answers = try interview.complete(except: Set(given.keys))
    try write(answers, into: text, over: present)
  }

  /// Enables the board's I²C bus if Raspberry Pi OS has it off. Starts the box and its guard with the new configuration
  /// if their services are installed. If a step fails, the others follow all the same; the result has the failures, and
  /// the doctor at the end says what fixes them.
  package func bringUp() -> [String] {
    var complaints = enableBus()
    for unit in MachineFiles.units where files.unitPath(unit) != nil {
      complaints += run(Self.systemctl, ["enable", unit])
      complaints += run(Self.systemctl, ["restart", unit])
    }
    return complaints
  }

  private func enableBus() -> [String] {
    guard files.hasRaspiConfig, !files.hasBus(busNumber) else { return [] }
    StandardStreams.line("Enabling I2C: raspi-config nonint do_i2c 0")
    let complaints = run(Self.raspiConfig, ["nonint", "do_i2c", "0"])
    if complaints.isEmpty, !files.hasBus(busNumber) {
      StandardStreams.line("The I2C bus is there after the next start: sudo reboot")
    }
    return complaints
  }

  /// The bus of the board in the file just written; otherwise the header's, which is bus 1 on every Pi.
  private var busNumber: Int {
    do throws(RunFault) {
      return try ConfigurationFile.profile(ConfigurationFile.read(path)).i2cBus
    } catch {
      return 1
    }
  }

  /// Runs a program; empty if it ended with exit code 0, otherwise one complaint.
  private func run(_ program: String, _ arguments: [String]) -> [String] {
    let command = ([String(program.split(separator: "/").last ?? "")] + arguments).joined(separator: " ")
    do throws(SystemFault) {
      let exit = try execute(program, arguments)
      return exit == 0 ? [] : ["`\(command)` ended with exit code \(exit)"]
    } catch {
      return ["`\(command)`: \(error)"]
    }
  }
}

extension Setup {
  /// The file as it is; if there is none, one without answers.
  private var presentText: String {
    get throws(RunFault) {
      guard PlainFile.exists(path) else { return SetupAnswers.emptyText }
      let bytes = try RunFault.system { () throws(SystemFault) in try PlainFile.read(path) }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw RunFault(exit: .configuration, message: "\(path): expected UTF-8 text")
      }
      return text
    }
  }

  /// What the file says; empty if it is refused, since setup is there to fix that.
  private func presentAnswers(_ text: String) -> SetupAnswers {
    do throws(ConfigurationFault) {
      return SetupAnswers(try Configuration(Array(text.utf8), file: path))
    } catch {
      return SetupAnswers()
    }
  }

  /// What this machine knows for certain, whatever the file says: a card may have been moved to another board.
  private var facts: [SetupAnswers.Question: String] {
    guard let board = files.boardName.flatMap(BoardProfile.name(forModel:)) else { return [:] }
    return [.board: board]
  }

  /// Likely answers where nothing is known.
  private var suggestions: [SetupAnswers.Question: String] {
    [.zone: SystemZone().name(), .controller: PanelKind.ssd1306.rawValue]
  }

  /// Throws before the first question if the file cannot be written.
  private func refuseUnlessWritable() throws(RunFault) {
    guard !PlainFile.mayReplace(path) else { return }
    throw RunFault(
      exit: .permission,
      message: "\(path): no permission to write it.\nRun it as root: `sudo cribside setup`.")
  }

  /// Writes the answers. The new text replaces the old one only after it was read as the box will read it.
  private func write(
    _ answers: SetupAnswers, into old: String, over present: SetupAnswers
  ) throws(RunFault) {
    var text = ConfigurationText(old)
    do throws(ConfigurationFault) {
      try answers.write(into: &text, over: present)
      try text.number(try Configuration(Array(text.text.utf8), file: path).babies)
      let read = try Configuration(Array(text.text.utf8), file: path)
      if let fault = read.sharedName { throw fault }
      guard SetupAnswers(read) == answers else {
        throw ConfigurationFault(field: "", expected: "the answers to be found there again", found: "others")
      }
    } catch {
      throw RunFault(
        exit: .configuration, message: "\(error.inFile(path).description)\nNothing was changed; edit \(path)."
      )
    }
    try replace(text.text)
  }

  private func replace(_ text: String) throws(RunFault) {
    do throws(SystemFault) {
      if let folder = path.lastIndex(of: "/"), folder > path.startIndex {
        try PlainFile.createFolders(String(path[..<folder]))
      }
      try PlainFile.replace(Array(text.utf8), at: path)
    } catch {
      let isDenied = error.isPermission
      throw RunFault(
        exit: isDenied ? .permission : .io,
        message: error.description + (isDenied ? "\nRun it as root: `sudo cribside setup`." : ""))
    }
  }
}

extension SetupAnswers {
  /// The same, with suggestions for missing answers.
  fileprivate func completed(by suggestions: [Question: String]) -> SetupAnswers {
    var answers = self
    for (question, value) in suggestions where answers[question] == nil { answers[question] = value }
    return answers
  }

  /// The same, with facts in place of the file's values.
  fileprivate func preferring(_ facts: [Question: String]) -> SetupAnswers {
    var answers = self
    for (question, value) in facts { answers[question] = value }
    return answers
  }

  /// Without the package's example. The package's file is complete, so that it can be read. But while it has the
  /// example's name, no question has been answered yet, and its baby and board are only examples.
  fileprivate var withoutExample: SetupAnswers {
    guard self[.name] == Self.exampleName else { return self }
    var answers = self
    for question in [Question.name, .birthdate, .board] { answers[question] = nil }
    return answers
  }
}

extension BoardProfile {
  /// The profile for a board's name in its device tree; nil for a board without a profile.
  package static func name(forModel model: String) -> String? {
    let names = [
      ("Raspberry Pi Zero 2", "pi-zero-2w"), ("Raspberry Pi 3", "pi-3"), ("Raspberry Pi 4", "pi-4"),
      ("Raspberry Pi 5", "pi-5"),
    ]
    return names.first { model.hasPrefix($0.0) }?.1
  }
}
