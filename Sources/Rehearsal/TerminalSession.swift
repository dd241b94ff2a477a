import Bedside
import BoxCommands
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard

/// One simulation in the terminal: real time drives simulated time, and keys press buttons.
final class TerminalSession {
  /// The speeds that `+` and `-` choose from.
  private static let speeds = [1, 10, 60, 600]
  /// The screen's clock changes once a second.
  private static let redrawMilliseconds = 1_000

  private let configuration: Configuration
  private let zone: ZoneWindow
  private let world: SimulatedWorld<DirectoryStorage>
  private let rehearsal: SimulatedBox<DirectoryStorage>
  private let loop: EventLoop
  private let terminal: RawTerminal
  private var control: ControlDoor?
  private let clock = LinuxClock()

  private var speed = speeds[0]
  private var message = ""
  private var held: Set<Button> = []
  private var isOver = false
  private var drawn: String?
  /// A real and a simulated time, from which the present is computed at the current speed.
  private var anchor: (real: UInt64, simulated: UInt64)

  /// Opens the terminal and prepares the box.
  ///
  /// - Parameter remark: what the screen says first.
  init(_ configuration: Configuration, remark: String = "") throws(RunFault) {
    (self.configuration, message) = (configuration, remark)
    let settings = try BedsideSettings(configuration, address: "simulated")
    zone = settings.zone
    let profile = try ConfigurationFile.profile(configuration)
    let directory = configuration.stateDirectory
    let storage = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory)
    }
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    let start = Self.startMilliseconds(storage)
    world = SimulatedWorld(
      configuration: configuration, profile: profile, storage: storage, startMilliseconds: start, seed: seed)
    rehearsal = SimulatedBox(world: world, configuration: configuration, settings: settings, seed: seed &+ 9)
    loop = try RunFault.system { () throws(SystemFault) in
      try EventLoop(signals: TerminalSignals.all)
    }
    terminal = try RunFault.terminal { () throws(SystemFault) in try RawTerminal() }
    anchor = (clock.monotonicNanoseconds, 0)
    world.clock.synchronize()
    world.transcript = { [unowned self] in message = $0 }
    control = openControl(directory + "/control")
    connectControl()
    try RunFault.system { () throws(SystemFault) in
      try loop.watch(TerminalSignals.keyboard, as: .keys)
      if let control { try loop.watch(control.descriptor, as: .control) }
    }
  }

  /// The present, or a time after the last one in the log: events of an earlier, faster run must not be in the
  /// future.
  private static func startMilliseconds(_ storage: DirectoryStorage) -> Int {
    let now = LinuxClock().wallMilliseconds
    do throws(JournalFault) {
      let last = try LogFold(of: storage).lastInstant
      return max(now, (last?.milliseconds ?? 0) + 1_000)
    } catch {
      return now
    }
  }

  private func openControl(_ path: String) -> ControlDoor? {
    do throws(ControlFault) {
      return try ControlDoor(path: path, parse: RequestParser.request) { [unowned self] in
        message = $0.description
      }
    } catch {
      return nil
    }
  }

  private func connectControl() {
    world.answered = { [unowned self] in control?.answer($0, $1) }
    world.watches = { [unowned self] in control?.watch($0) ?? false }
    world.watching = { [unowned self] in control?.watcherCount ?? 0 }
    world.published = { [unowned self] in control?.publish($0) }
  }

  /// Sets how the configuration file is read on request.
  func followFile(_ read: @escaping () -> ConfigurationReading) { world.configurationFile = read }

  // MARK: Running

  /// Runs until the end and stops the box. Returns how many events were never saved.
  func run() throws(RunFault) -> Int {
    defer { terminal.restore() }
    StandardStreams.raw("\u{1B}[?1049h\u{1B}[?25l")
    defer { StandardStreams.raw("\u{1B}[?25h\u{1B}[?1049l") }
    rehearsal.start()
    while !isOver {
      rehearsal.run(until: simulatedNow)
      draw()
      try wait()
    }
    rest()
    return rehearsal.lostEvents
  }

  private var simulatedNow: UInt64 {
    anchor.simulated + (clock.monotonicNanoseconds - anchor.real) * UInt64(speed)
  }

  private func setSpeed(_ step: Int) {
    let place = (Self.speeds.firstIndex(of: speed) ?? 0) + step
    guard Self.speeds.indices.contains(place) else { return }
    anchor = (clock.monotonicNanoseconds, simulatedNow)
    speed = Self.speeds[place]
  }

  private func wait() throws(RunFault) {
    var milliseconds = Self.redrawMilliseconds
    if let next = rehearsal.nextNanoseconds {
      let now = simulatedNow
      let ahead = next > now ? next - now : 0
      milliseconds = min(milliseconds, Int(ahead / UInt64(speed) / 1_000_000) + 1)
    }
    let until = clock.bootMilliseconds + milliseconds
    let wakes = try RunFault.system { () throws(SystemFault) in
      try loop.wait(untilBootMilliseconds: until)
    }
    for wake in wakes { receive(wake) }
  }

  private func receive(_ wake: Wake) {
    switch wake {
    case .keys: readKeys()
    case .signal(TerminalSignals.windowChanged): drawn = nil
    case .signal: isOver = true
    case .control: serveControl()
    default: break
    }
  }

  /// Sends the box SIGTERM and gives it the time that it needs.
  private func rest() {
    rehearsal.run(until: simulatedNow)
    world.plan(.stop)
    rehearsal.run(until: world.clock.worldNanoseconds + 4_000_000_000)
  }

  // MARK: Keys

  private func readKeys() {
    do throws(SystemFault) {
      switch try terminal.keys() {
      case .typed(let bytes): for byte in bytes { press(Character(Unicode.Scalar(byte))) }
      case .ended: isOver = true
      }
    } catch {
      isOver = true
    }
  }

  private func press(_ key: Character) {
    rehearsal.run(until: simulatedNow)
    message = ""
    switch key {
    case "n": tap(.nap)
    case "f": tap(.feed)
    case "m": tap(.menu)
    case "x": tap(.extra)
    case "N": toggle(.nap)
    case "F": toggle(.feed)
    case "M": toggle(.menu)
    case "X": toggle(.extra)
    case "a": feel(.awake)
    case "s": feel(.asleep)
    case "e": feel(.empty)
    case "r": feel(.rocked)
    case "+", "=": setSpeed(1)
    case "-": setSpeed(-1)
    case "q": isOver = true
    default: message = TerminalScreen.keys
    }
  }

  private func feel(_ state: SimulatedCrib.State) {
    world.crib.change(to: state, at: world.clock.worldNanoseconds)
  }

  private func tap(_ button: Button) {
    guard !held.contains(button) else { return toggle(button) }
    Hand.press(button, in: world)
  }

  /// Presses the button, or releases it if it is held.
  private func toggle(_ button: Button) {
    let now = world.clock.worldNanoseconds
    guard let offset = world.offset(of: button) else {
      return message = "this box has no \(button.name); buttons.extra in the configuration adds it"
    }
    guard now >= world.lines.lastMoveNanoseconds(of: offset) else { return }
    if held.remove(button) != nil {
      world.lines.release(offset, atNanoseconds: now)
    } else {
      held.insert(button)
      world.lines.press(offset, atNanoseconds: now)
      message = "\(button.name) is held; the same key releases it"
    }
  }

  // MARK: The control socket

  private func serveControl() {
    for event in control?.serve() ?? [] { world.plan(event) }
  }

  // MARK: The screen

  private func draw() {
    let size = TerminalSize()
    let text = TerminalScreen.text(content, columns: size?.columns ?? 80, rows: size?.rows ?? 24)
    guard text != drawn else { return }
    if drawn == nil { StandardStreams.raw("\u{1B}[2J") }
    drawn = text
    StandardStreams.raw(text)
  }

  private var content: TerminalScreen.Content {
    let isOn = world.oled.isVisible
    let now = Instant(milliseconds: world.clock.worldMilliseconds)
    return TerminalScreen.Content(
      pixels: isOn ? world.oled.pixels : [UInt8](repeating: 0, count: 1024),
      light: isOn ? rehearsal.station?.panel.shown?.light ?? .off : .off,
      clock: String(ISO8601.text(now, in: zone).prefix(19)), speed: speed, crib: world.crib.state.rawValue,
      message: message,
      directory: configuration.stateDirectory + "/log")
  }
}

/// `cribside simulate` in a terminal: simulated parts, a real directory, and real keys.
package struct TerminalRun {
  package var config: String?
  package var state: String?

  package init(config: String? = nil, state: String? = nil) { (self.config, self.state) = (config, state) }

  /// Runs until `q`, Ctrl-C or the end of the terminal, and always restores the terminal.
  package func answer() -> BoxAnswer {
    do throws(RunFault) {
      let directory = state ?? Self.standardDirectory
      var configuration =
        try config.map { path throws(RunFault) in try ConfigurationFile.read(path) }
        ?? DemonstrationBaby.configuration
      let started = configuration
      configuration.stateDirectory = directory
      let lock = try BoxDirectory.lock(directory)
      let remark = Self.leave(
        try config.map { path throws(RunFault) in try InputFile.read(path) }
          ?? Array(DemonstrationBaby.text.utf8),
        in: directory)
      let session = try TerminalSession(configuration, remark: remark)
      if let config { session.followFile { .read(config, kept: nil, started: started) } }
      let lost = try session.run()
      withExtendedLifetime(lock) {}
      return Self.farewell(lost: lost, directory: directory)
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// Writes the configuration for commands that use `--state`. If the disk refuses it, the box still starts.
  ///
  /// - Returns: a remark about the failure, or an empty text.
  static func leave(_ text: [UInt8], in directory: String) -> String {
    do throws(SystemFault) {
      try PlainFile.replace(text, at: "\(directory)/\(SimulationFile.name)")
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// What a simulation leaves behind, and what it lost.
  static func farewell(lost: Int, directory: String) -> BoxAnswer {
    let log = directory + "/log"
    let isThere = PlainFile.exists(log)
    var faults: [String] = []
    // The log was refused from the first line on, or was removed since.
    if !isThere { faults.append("there is no \(log): this log is lost") }
    if lost > 0 {
      faults.append(
        "stopped with \(lost == 1 ? "1 event that was" : "\(lost) events that were") never saved: lost")
    }
    let stays = "The log stays in \(log); run it again to continue.\n"
    return BoxAnswer(
      output: isThere ? stays : "", error: faults.joined(separator: "; "),
      exit: faults.isEmpty ? .ok : .io)
  }

  /// `$XDG_STATE_HOME/cribside/simulate`, as in the XDG base directory specification 0.8.
  private static var standardDirectory: String {
    let home = Environment.variable("HOME") ?? "/tmp"
    return (Environment.variable("XDG_STATE_HOME") ?? home + "/.local/state") + "/cribside/simulate"
  }
}

/// The screen of a simulated box: the panel, and below it the clock, the crib and a message.
struct TerminalScreen {
  /// Everything the terminal shows.
  struct Content: Hashable {
    var pixels: [UInt8]
    var light: PanelLight
    var clock: String
    var speed: Int
    var crib: String
    var message: String
    var directory: String
  }

  /// The keys, shown below the panel.
  static let keys = "n nap f feed m menu x extra, capital: hold | a awake s asleep e empty r rock +-q"

  /// The escape sequences that draw a content from the top left corner of a terminal.
  static func text(_ content: Content, columns: Int, rows: Int) -> String {
    let style = TerminalPicture.style(columns: columns, rows: rows, margin: (2, 6))
    let picture = TerminalPicture(pixels: content.pixels).rows(style)
    let width = style.size.columns
    var lines = frame(picture, width: width, light: content.light)
    if style == .none { lines = ["This terminal is too small for the panel: 66 by 22 characters at least."] }
    lines += [
      "\(content.clock)   ×\(content.speed)   crib: \(content.crib)", keys, content.message,
      "log: \(content.directory)",
    ]
    let clipped = lines.prefix(max(1, rows - 1)).map { clip($0, to: columns) }
    return "\u{1B}[H" + clipped.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
  }

  private static func frame(_ picture: [String], width: Int, light: PanelLight) -> [String] {
    let edge = String(repeating: "─", count: width)
    let (on, off) = colours(light)
    return ["┌\(edge)┐"] + picture.map { "│\(on)\($0)\(off)│" } + ["└\(edge)┘"]
  }

  /// Day contrast is bright white, and night contrast is faint.
  private static func colours(_ light: PanelLight) -> (on: String, off: String) {
    switch light {
    case .on: ("\u{1B}[97m", "\u{1B}[0m")
    case .dim, .off: ("\u{1B}[2m", "\u{1B}[0m")
    }
  }

  /// Cuts a line at the terminal's width. Only the panel's rows have escape sequences, and these fit because of the
  /// chosen style.
  private static func clip(_ line: String, to columns: Int) -> String {
    line.contains { $0 == "\u{1B}" } || line.count <= columns ? line : String(line.prefix(columns))
  }
}

/// The panel's pixels as characters.
struct TerminalPicture {
  /// How pixels become characters, the largest style first.
  enum Style: Hashable, CaseIterable {
    /// One pixel across and two down in a character: `▀▄█`. 128×32 characters.
    case halfBlocks
    /// Two pixels across and four down in a character, in braille. 64×16 characters.
    case braille
    /// No picture: the terminal is too small.
    case none

    /// Characters across and down.
    var size: (columns: Int, rows: Int) {
      switch self {
      case .halfBlocks: (128, 32)
      case .braille: (64, 16)
      case .none: (0, 0)
      }
    }
  }

  /// 1,024 bytes, page-major.
  var pixels: [UInt8]

  /// The largest style that fits a terminal with `margin` rows and columns left free.
  static func style(columns: Int, rows: Int, margin: (columns: Int, rows: Int)) -> Style {
    Style.allCases.first { style in
      style.size.columns + margin.columns <= columns && style.size.rows + margin.rows <= rows
    } ?? .none
  }

  /// The rows of characters.
  func rows(_ style: Style) -> [String] {
    switch style {
    case .halfBlocks: (0..<32).map(halfBlockRow)
    case .braille: (0..<16).map(brailleRow)
    case .none: []
    }
  }

  private func isLit(_ x: Int, _ y: Int) -> Bool {
    pixels[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
  }

  private func halfBlockRow(_ row: Int) -> String {
    var text = ""
    for x in 0..<Frame.width {
      switch (isLit(x, row * 2), isLit(x, row * 2 + 1)) {
      case (true, true): text += "█"
      case (true, false): text += "▀"
      case (false, true): text += "▄"
      case (false, false): text += " "
      }
    }
    return text
  }

  /// Bits of a braille cell by column and row: Unicode chapter 21.1, dots 1-2-3-7 and 4-5-6-8.
  private static let brailleBits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  private func brailleRow(_ row: Int) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<Frame.width / 2 {
      var cell: UInt32 = 0x2800
      for dx in 0..<2 {
        for dy in 0..<4 where isLit(column * 2 + dx, row * 4 + dy) { cell |= Self.brailleBits[dx][dy] }
      }
      text.append(Unicode.Scalar(cell) ?? " ")
    }
    return String(text)
  }
}
