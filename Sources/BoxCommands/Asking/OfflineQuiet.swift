import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// Quiet sessions of a directory whose box does not run: the same rules on the same files. The guard that stands by, or
/// the box at its next start, sees what was written.
struct OfflineQuiet {
  private let directory: String
  private let storage: DirectoryStorage
  private let clock: LinuxClock
  private var course: QuietCourse

  init(_ configuration: Configuration, clock: LinuxClock) throws(RunFault) {
    self.clock = clock
    directory = configuration.stateDirectory
    let settings = try BedsideSettings(configuration, address: "")
    course = QuietCourse(defaults: settings.quiet, zone: settings.zone)
    storage = try RunFault.storage { [directory] () throws(StorageFault) in
      try DirectoryStorage(directory: directory)
    }
    // Reading moves a damaged file, and what root moves the box could not.
    try RunFault.system { [directory] () throws(SystemFault) in try Account.becomeOwner(of: directory) }
  }

  /// Does what is wished, and tells how things stand. Held by a box: exit 75.
  mutating func answer(_ wish: QuietWish) throws(RunFault) -> BoxAnswer {
    let now = try moment()
    let lock = wish.deed == .tell ? nil : try BoxDirectory.lock(directory)
    defer { withExtendedLifetime(lock) {} }
    let finding = QuietShelf.finding(in: storage)
    guard !finding.isUnreadable else {
      throw RunFault(exit: .io, message: "the files of quiet sessions in \(directory) cannot be read")
    }
    let launch = course.handle(.launch(finding, lastAlive: nil), at: now)
    guard let input = wish.input(schedule: course.schedule) else { return QuietWish.sameTimes }
    let effects = course.handle(input, at: now)
    if wish.deed != .tell { try keep(launch + effects) }
    for case .refuse(let refusal) in effects { return .failure(refusal.exit, refusal.text) }
    return QuietReport(course, at: now, zone: course.zone).answer(json: wish.isJSON)
  }

  private func keep(_ effects: [QuietEffect]) throws(RunFault) {
    for case .store(let state) in effects {
      try RunFault.storage { () throws(StorageFault) in try QuietShelf.replace(state, by: .box, in: storage) }
    }
  }

  private func moment() throws(RunFault) -> QuietMoment {
    let identity = try RunFault.system { () throws(SystemFault) in try KernelBoot.identity() }
    return QuietMoment(kernelBoot: identity, clock.moment(boot: 0))
  }
}
