import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Peripherals

/// Checks everything that a box needs on this machine. It changes nothing: if a box runs, its parts are only asked
/// questions that disturb nothing.
package struct Examination {
  /// The box's user, which the package creates.
  static let userName = "cribside"
  /// The path of the configuration file.
  package var path: String
  /// The machine's files.
  package var files = MachineFiles()
  /// Without a readable configuration, the defaults are checked.
  private(set) var configuration = Configuration(babies: [])
  private var zoneName = SystemZone().name()
  private var zone = ZoneWindow.utc
  private var refusal: String?
  /// The box's user if it exists; otherwise the user of the command.
  private let account = Account(named: userName) ?? .current

  /// Reads the configuration.
  package init(path: String) {
    self.path = path
    do throws(RunFault) {
      let configuration = try ConfigurationFile.read(path)
      let settings = try BedsideSettings(configuration, address: "")
      self.configuration = configuration
      zoneName = settings.zone.name
      zone = settings.zone
    } catch {
      refusal = error.message
    }
  }

  /// The report, or why nothing could be checked.
  package func answer(isJSON: Bool) -> BoxAnswer {
    do throws(RunFault) {
      return try checkup().answer(isJSON: isJSON)
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// Checks everything.
  func checkup() throws(RunFault) -> Checkup {
    let profile = try ConfigurationFile.profile(configuration)
    let presence = boxPresence
    let isRunning = presence != .stopped
    var findings = [configurationFinding] + birthdates
    findings += Finding.names(configuration.babies, path: path)
    if let fault = configuration.sharedName { findings.append(.sharedName(fault.inFile(path))) }
    findings += services(presence)
    findings += permissions(profile)
    findings.append(buttons(profile, isRunning))
    findings += try parts(profile, isRunning)
    findings += piezo(profile)
    findings += calibration
    findings.append(.clock(LinuxClock().trust, zone: zoneName))
    findings += card
    findings += log
    return Checkup(findings: findings, isConfigurationRefused: refusal != nil)
  }

  private var configurationFinding: Finding {
    guard PlainFile.exists(path) else {
      return .fault(
        .configuration, "there is no \(path)",
        why: "The box does not start. The following checks use the defaults.",
        fix: path == ConfigurationFile.standardPath
          ? .command("sudo cribside setup") : .advice("Give the right one with --config FILE."))
    }
    if let refusal {
      return .fault(
        .configuration, String(refusal.prefix { $0 != "\n" }),
        why: "The box does not start. The following checks use the defaults.",
        fix: .command("sudo nano \(path)"), .command("sudo systemctl restart cribside cribside-guard"))
    }
    let names = configuration.babies.map(\.name).joined(separator: ", ")
    return .good(.configuration, "\(path): \(configuration.board), \(names)")
  }

  /// Faults of birth dates in the future; empty if the clock is not set.
  private var birthdates: [Finding] {
    let clock = LinuxClock()
    guard clock.trust.isSet else { return [] }
    let today = zone.civil(Instant(milliseconds: clock.wallMilliseconds)).date
    return Finding.birthdates(configuration.babies, today: today, path: path)
  }

  /// Whether a box listens on the configured socket. The socket's folder is closed to other users, with or without a
  /// box; for them the state of systemd's services decides.
  private var boxPresence: ServiceFact.Presence {
    do throws(ControlFault) {
      _ = try ControlClient.request(
        path: configuration.socket, line: ControlLine.line(["status", "--json"]))
      return .running
    } catch {
      switch error {
      case .noPermission: return files.isActive(MachineFiles.units[0]) ? .running : .hidden
      case .timedOut: return .silent
      default: return .stopped
      }
    }
  }

  private func services(_ presence: ServiceFact.Presence) -> [Finding] {
    let (box, guardian) = (MachineFiles.units[0], MachineFiles.units[1])
    let fact = self.fact(guardian, files.isActive(guardian) ? .running : .stopped)
    return [.service(self.fact(box, presence))] + [Finding.guardService(fact)].compactMap(\.self)
  }

  private func fact(_ unit: String, _ presence: ServiceFact.Presence) -> ServiceFact {
    ServiceFact(
      isInstalled: files.unitPath(unit) != nil, isEnabled: files.isEnabled(unit), presence: presence)
  }
}

extension Examination {
  private func permissions(_ profile: BoardProfile) -> [Finding] {
    let devices = [chipPath(profile), "/dev/i2c-\(profile.i2cBus)"].compactMap(\.self)
    return Finding.permissions(
      devices.map { DeviceFact(path: $0, access: account.access(to: $0)) }, user: account.name)
  }

  /// The path of the profile's GPIO chip. A chip that this user may not even query is reported by its path.
  private func chipPath(_ profile: BoardProfile) -> String? {
    do throws(OpenFault) {
      return try GPIOChips.path(labelled: profile.gpioChip)
    } catch {
      if case .noPermission(let path, _, _) = error { return path }
      return nil
    }
  }

  private func buttons(_ profile: BoardProfile, _ isRunning: Bool) -> Finding {
    let fact = lines(profile, isRunning)
    if case .fault(.noPermission(let path, _, _)) = fact, isAskedByAnother { return .unseen(.buttons, path) }
    return .buttons(fact, chip: profile.gpioChip, count: profile.lines.extra == nil ? 3 : 4)
  }

  /// Whether the command runs as another user than the box. A device that is closed to that user says nothing about the
  /// box's own user, whose permissions are checked separately.
  private var isAskedByAnother: Bool { account.name != Account.current.name }

  /// The buttons' lines. If a box may be running and a program of its name holds them, they belong to the box.
  private func lines(_ profile: BoardProfile, _ isRunning: Bool) -> LinesFact {
    let decoder = LineDecoder(lines: profile.lines)
    do {
      let lines = try GPIOLines(chip: profile.gpioChip, offsets: decoder.offsets)
      let levels = decoder.levels(try lines.levels())
      return .free(down: Button.allCases.filter { levels[$0] == true })
    } catch OpenFault.busy(_, _, holder: Self.userName) where isRunning {
      return .heldByBox
    } catch let fault as OpenFault {
      return .fault(fault)
    } catch {
      return .fault(.noChip(label: profile.gpioChip, present: []))
    }
  }

  /// The piezo's finding; empty if no tune is switched on.
  private func piezo(_ profile: BoardProfile) -> [Finding] {
    guard !configuration.tunes.isEmpty else { return [] }
    return [.piezo(piezoFact(profile), line: profile.lines.piezo, user: account.name)]
  }

  private func piezoFact(_ profile: BoardProfile) -> PiezoFact {
    let channel = SysfsPWM(device: profile.pwm.device, channel: profile.pwm.channel)
    do throws(PWMFault) {
      for path in try channel.files() {
        if case .closed(let group) = account.access(to: path, toWriteOnly: true) {
          return .closed(path: path, group: group)
        }
      }
      return .ready(chip: try channel.chip())
    } catch {
      return .fault(error)
    }
  }

  private func parts(_ profile: BoardProfile, _ isRunning: Bool) throws(RunFault) -> [Finding] {
    let path = "/dev/i2c-\(profile.i2cBus)"
    switch Result(catching: { () throws(OpenFault) in try LinuxI2CBus(path: path) }) {
    case .failure(.noPermission) where isAskedByAnother: return [.unseen(.bus, path)]
    case .failure(let fault): return [.bus(fault, path: path, hasRaspiConfig: files.hasRaspiConfig)]
    case .success(let bus):
      return [.bus(nil, path: path, hasRaspiConfig: files.hasRaspiConfig)] + (try parts(on: bus, isRunning))
    }
  }

  private func parts(on bus: LinuxI2CBus, _ isRunning: Bool) throws(RunFault) -> [Finding] {
    let examination = BusExamination(bus: bus)
    let display = configuration.display
    let panel = examination.panel(at: display.address)
    let findings = [Finding.panel(panel, kind: display.controller, wanted: display.address)]
    let motion = configuration.motion
    guard motion.mode != .off else { return findings + [.good(.accelerometer, "off in the configuration")] }
    let accelerometer = try examination.accelerometer(
      kind: motion.sensor, at: motion.address, testedWith: isRunning ? nil : try .ofThisMachine())
    let isWanted = motion.sensor != nil || motion.address != nil
    return findings + [.accelerometer(accelerometer, isWanted: isWanted)]
  }
}

extension Examination {
  /// What was learned of the empty crib; empty if motion is off or the box has no directory yet.
  private var calibration: [Finding] {
    guard configuration.motion.mode != .off, PlainFile.exists(configuration.stateDirectory) else { return [] }
    guard mayRead else { return [.unseen(.calibration, configuration.stateDirectory)] }
    do throws(StorageFault) {
      let files = try DirectoryStorage(directory: configuration.stateDirectory)
      return [.calibration(try SmallFile.motion.read(from: files).content)]
    } catch {
      return []
    }
  }

  /// Whether this user may look into the box's directory, which is open only to the box.
  private var mayRead: Bool {
    let path = configuration.stateDirectory
    return !PlainFile.exists(path) || PlainFile.exists(path + "/.")
  }

  private var card: [Finding] {
    let path = configuration.stateDirectory
    return [.card(cardFact(path), path: path, user: account.name)]
      + Finding.cardCare(repairs: files.repairsCard, keepsJournal: files.keepsJournalOnCard)
  }

  private func cardFact(_ path: String) -> CardFact {
    guard PlainFile.exists(path) else { return .missing }
    do throws(SystemFault) {
      return .room(try FileSystemRoom(at: path), mayWrite: account.access(to: path) == .open)
    } catch {
      return .fault(error)
    }
  }

  /// The log's finding; empty if there is no log yet or the configuration is refused.
  private var log: [Finding] {
    guard refusal == nil else { return [] }
    guard mayRead else { return [.unseen(.log, configuration.stateDirectory)] }
    guard PlainFile.exists(configuration.stateDirectory + "/log") else { return [] }
    do throws(RunFault) {
      return try LogReader(configuration).answer(to: .logVerify(json: false)).map { [.log($0)] } ?? []
    } catch {
      return [.log(.failure(error.exit, error.message))]
    }
  }
}

extension Pause {
  /// Waits by the boot clock.
  static func ofThisMachine() throws(RunFault) -> Pause {
    let clock = LinuxClock()
    let loop = try RunFault.system { () throws(SystemFault) in try EventLoop(signals: []) }
    return Pause(now: { clock.bootMilliseconds }) { time throws(RunFault) in
      while clock.bootMilliseconds < time {
        _ = try RunFault.system { () throws(SystemFault) in try loop.wait(untilBootMilliseconds: time) }
      }
    }
  }
}

/// Checks the parts on an I²C bus, and disturbs none of them: a panel that shows a picture keeps showing it.
struct BusExamination<Bus: I2CBus> {
  var bus: Bus

  /// Whether a panel answers, at the configured address or, without one, at either of the two.
  func panel(at address: I2CAddress?) -> BusPartFact<I2CAddress> {
    do throws(BusFault) {
      guard let address else { return try PanelAddress.probe(bus).map { .found($0) } ?? .silent }
      return try PanelAddress.acknowledges(address, on: bus) ? .found(address) : .silent
    } catch {
      return .failed(error)
    }
  }

  /// Which accelerometer answers, and its self-test if it may be tested. A part that a running box reads is left
  /// alone, so no pause is passed for it.
  func accelerometer(
    kind: AccelerometerKind?, at address: I2CAddress?, testedWith pause: Pause?
  ) throws(RunFault) -> AccelerometerFact {
    let part: AccelerometerPart
    do throws(AccelerometerFault) {
      part = try AccelerometerSelfTest.find(on: bus, kind: kind, address: address)
    } catch {
      return .fault(error)
    }
    guard let pause else { return .found(part, nil) }
    return try test(part, pause)
  }

  private func test(_ part: AccelerometerPart, _ pause: Pause) throws(RunFault) -> AccelerometerFact {
    var test = AccelerometerSelfTest(part: part, bus: bus)
    while true {
      let now = pause.now()
      switch Result(catching: { () throws(AccelerometerFault) in try test.step(nowMilliseconds: now) }) {
      case .success(.wait(let time)): try pause.until(time)
      case .success(.finished(let report)): return .found(part, report)
      case .failure(let fault): return .fault(fault)
      }
    }
  }
}

/// A clock in milliseconds, and a function that waits until a time of this clock.
struct Pause {
  var now: () -> Int
  var until: (_ milliseconds: Int) throws(RunFault) -> Void
}
