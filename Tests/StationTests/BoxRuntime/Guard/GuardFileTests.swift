import Bedside
import LinuxBoard
import Nursery
import Peripherals
import Testing

@testable import BoxRuntime

/// The guard reads the configuration from a real file and follows its changes.
@Suite struct GuardFileTests {
  private static let baby = "babies: [{name: 'A', birthdate: '2026-01-01', bedtime: '19:00'}]"
  private static let noon = Instant(milliseconds: 1_770_811_200_000)  // 2026-02-11T12:00:00Z

  private let folder: ScratchFolder
  private var path: String { folder.path + "/c.json5" }

  init() throws { folder = try ScratchFolder() }

  private func write(_ members: String) throws {
    try PlainFile.write(Array("{\(Self.baby), \(members)}".utf8), to: path)
  }

  private func moment(_ milliseconds: Int) -> QuietMoment {
    QuietMoment(
      kernelBoot: "a", milliseconds: milliseconds,
      wall: Instant(milliseconds: Self.noon.milliseconds + milliseconds))
  }

  private static func quiet(_ isEnabled: Bool) -> String {
    "timeZone: 'UTC', quiet: {schedule: {enabled: \(isEnabled), start: '13:00', end: '14:00'}}"
  }

  /// Whether the guard with this file starts the session of 13:00, if the file changes before that.
  private func starts(changing change: (inout GuardFile) throws -> Void) throws -> Bool {
    var file = GuardFile(path: path)
    var guardian = Guardian(
      defaults: file.settings.quiet, zone: file.settings.zone, night: file.settings.night)
    _ = guardian.handle(.launched(QuietFinding()), at: moment(0), boxRuns: false)
    try change(&file)
    guardian.follow(file.settings)
    _ = guardian.handle(.tick, at: moment(60_000), boxRuns: false)
    let effects = guardian.handle(.tick, at: moment(3_610_000), boxRuns: false)
    return effects.contains { if case .store = $0 { true } else { false } }
  }

  @Test("What the box reads at its start applies to the guard too", arguments: [true, false])
  func whatTheBoxReadsAtItsStartAppliesToTheGuardToo(isEnabled: Bool) throws {
    try write(Self.quiet(!isEnabled))
    let starts = try starts {
      try write(Self.quiet(isEnabled))
      $0.readAgain()
    }
    #expect(starts == isEnabled)
  }

  @Test("A refused file leaves the last good one in force and is reported once")
  func aRefusedFileLeavesTheLastGoodOneInForceAndIsReportedOnce() throws {
    try write(Self.quiet(true))
    var tellings: [RunFault?] = []
    let starts = try starts { file in
      for text in [Self.quiet(true), "boards: 1", "boards: 1", "boards: 2"] {
        try write(text)
        let known = file.refusal
        file.readAgain()
        tellings.append(file.refusal == known ? nil : file.refusal)
      }
    }
    #expect(starts)
    #expect(tellings.map { $0 != nil } == [false, true, false, false], "the same place is the same refusal")
    try write("display: {controller: 'sh1106'}")
    var file = GuardFile(path: path)
    file.readAgain()
    #expect(file.refusal == nil && file.settings.display.controller == .sh1106)
  }

  @Test(
    "A guard takes the panel's place from a refused file",
    arguments: ([
      (
        "board: 'pi-5', boards: 1, stateDirectory: '/a', display: {controller: 'sh1106', address: '0x3D', x: 1}",
        "/a", PanelKind.sh1106, 0x3D
      ),
      ("display: {controller: 'sh1107', address: '0x3D'}", "/var/lib/cribside", .ssd1306, 0x3D),
      ("timeZone: 'Mars/Base', stateDirectory: 7", "/var/lib/cribside", .ssd1306, 0),
      ("quiet: {schedule: {enabled: true}}, babies: 3, display: 1", "/var/lib/cribside", .ssd1306, 0),
      ("]", "/var/lib/cribside", .ssd1306, 0),
    ] as [(String, String, PanelKind, Int)]).map { TableRow($0, $0.0) })
  func aRefusedFileAtTheStart(row: TableRow<(String, String, PanelKind, Int)>) throws {
    let (text, directory, kind, address) = row.fields
    try write(text)
    var file = GuardFile(path: path)
    let told = file.refusal?.message ?? ""
    #expect(told.hasPrefix(path) || told.contains("timeZone"))
    #expect(file.settings.directory == directory && file.settings.display.controller == kind)
    #expect(file.settings.display.address == (address == 0 ? nil : I2CAddress(UInt8(address))))
    #expect(!file.settings.quiet.schedule.isEnabled)
    try write(Self.quiet(true))
    file.readAgain()
    #expect(file.refusal == nil && file.settings.quiet.schedule.isEnabled, "repaired")
  }

  /// The panel names the line that keeps the box from starting, because a user at night does not read the journal.
  @Test("The panel names the line that is refused")
  func thePanelNamesTheLineThatIsRefused() throws {
    try PlainFile.write(Array("{\n\n  boards: 1,\n}".utf8), to: path)
    var file = GuardFile(path: path)
    let display = Guardian.Display.stopped(.on)
    #expect(file.stopCause == .settings(line: 3))
    #expect(display.picture(because: file.stopCause).texts.last == "settings, line 3")
    try write(Self.quiet(true))
    file.readAgain()
    #expect(file.stopCause == .unknown)
    #expect(display.picture(because: file.stopCause).texts == display.picture().texts)
  }

  @Test("Without a file there is a guard all the same")
  func withoutAFileThereIsAGuardAllTheSame() {
    let file = GuardFile(path: "/nowhere/c.json5")
    #expect(file.refusal?.message.contains("/nowhere/c.json5") == true)
    #expect(file.stopCause == .settings(line: nil))
    #expect(file.settings.directory == "/var/lib/cribside")
  }

  @Test("A guard without the box's directory reports that, and does not make one")
  func makesNoDirectory() throws {
    let state = folder.path + "/none"
    try write("stateDirectory: '\(state)'")
    #expect(throws: RunFault.self) { try RealGuard(configurationFile: path) }
    #expect(!PlainFile.exists(state))
  }
}
