import Bedside
import CareJournal
import LinuxBoard
import Peripherals

/// First-time configuration: asks, writes the file whole, enables the I²C bus, starts the box, and looks at it all.
struct Setup {
  private static let raspiConfig = "/usr/bin/raspi-config"
  private static let systemctl = "/usr/bin/systemctl"

  /// The configuration file; made when it is missing.
  var path: String
  var given: [SetupAnswers.Question: String]
  var files = MachineFiles()

  /// Writes what was answered, in place of what stood there.
  func configure(ask: ((_ prompt: String) -> String?)?) throws(RunFault) {
    let text = try presentText
    let present = presentAnswers(text)
    var interview = try Interview(present.completed(by: suggestions), given: given, ask: ask)
    let answers = try interview.complete(except: Set(given.keys))
    try write(answers, into: text, over: present)
  }

  /// Enables the I²C bus where Raspberry Pi OS has it off; whether the board has to be started anew for it.
  func enableBus() throws(RunFault) -> Bool {
    guard files.hasRaspiConfig, !PlainFile.exists("/dev/i2c-1") else { return false }
    StandardStreams.line("Enabling I2C: raspi-config nonint do_i2c 0")
    let exit = try RunFault.system { () throws(SystemFault) in
      try ChildProcess.runInForeground(Self.raspiConfig, ["nonint", "do_i2c", "0"])
    }
    guard exit == 0 else {
      throw RunFault(exit: .unavailable, message: "raspi-config ended with exit code \(exit)")
    }
    return !PlainFile.exists("/dev/i2c-1")
  }

  /// Starts the box and its guard with the new configuration, where their services are installed.
  func startBox() throws(RunFault) {
    for unit in ["cribside.service", "cribside-guard.service"] where files.unitPath(unit) != nil {
      try control("enable", unit)
      try control("restart", unit)
    }
  }

  private func control(_ verb: String, _ unit: String) throws(RunFault) {
    let exit = try RunFault.system { () throws(SystemFault) in
      try ChildProcess.runInForeground(Self.systemctl, [verb, unit])
    }
    guard exit == 0 else {
      throw RunFault(exit: .unavailable, message: "systemctl \(verb) \(unit) ended with exit code \(exit)")
    }
  }
}

extension Setup {
  /// The file as it is; where there is none, one without answers.
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

  /// What the file says; nothing where it is refused, since that is what setup is to mend.
  private func presentAnswers(_ text: String) -> SetupAnswers {
    do throws(ConfigurationFault) {
      return SetupAnswers(try Configuration(Array(text.utf8), file: path))
    } catch {
      return SetupAnswers()
    }
  }

  /// What this machine tells by itself.
  private var suggestions: [SetupAnswers.Question: String] {
    [
      .zone: SystemZone().name(),
      .board: files.boardName.flatMap(BoardProfile.name(forModel:)) ?? "pi-zero-2w",
      .controller: PanelKind.ssd1306.rawValue,
    ]
  }

  /// The new text is read as the box will read it before it replaces the old one.
  private func write(
    _ answers: SetupAnswers, into old: String, over present: SetupAnswers
  ) throws(RunFault) {
    var text = ConfigurationText(old)
    do throws(ConfigurationFault) {
      try answers.write(into: &text, over: present)
      let read = SetupAnswers(try Configuration(Array(text.text.utf8), file: path))
      guard read == answers else {
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
  /// The same, with suggestions where there is no answer.
  fileprivate func completed(by suggestions: [Question: String]) -> SetupAnswers {
    var answers = self
    for (question, value) in suggestions where answers[question] == nil { answers[question] = value }
    return answers
  }
}

extension BoardProfile {
  /// The profile for a board's name in its device tree; nil for a board without one.
  static func name(forModel model: String) -> String? {
    let names = [
      ("Raspberry Pi Zero 2", "pi-zero-2w"), ("Raspberry Pi 3", "pi-3"), ("Raspberry Pi 4", "pi-4"),
      ("Raspberry Pi 5", "pi-5"),
    ]
    return names.first { model.hasPrefix($0.0) }?.1
  }
}
