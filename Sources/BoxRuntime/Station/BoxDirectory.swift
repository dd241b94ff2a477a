import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// The box's directory on a real disk.
package enum BoxDirectory {
  /// The guard's name in its lock.
  static let guardName = "cribside guard"

  /// Refuses a directory that does not exist, since its name may be mistyped, and names the command that would make
  /// it.
  package static func check(_ path: String, remedy: String) throws(RunFault) {
    guard PlainFile.exists(path) else {
      throw RunFault(exit: .io, message: "expected a box's directory, found nothing at \(path); \(remedy)")
    }
  }

  /// Creates the directory when it is missing, and takes its lock.
  package static func lock(_ path: String) throws(RunFault) -> DirectoryLock {
    try RunFault.system { () throws(SystemFault) in
      try PlainFile.createFolders(path)
      // After `sudo cribside log add` the box must still be able to read the files.
      try Account.becomeOwner(of: path)
    }
    // The guard holds it for a moment at each of its turns, and while it draws on the panel of a dead box.
    return try RunFault.lock { () throws(LockFault) in
      try DirectoryLock.acquire(directory: path, waitingFor: guardName)
    }
  }
}

extension StorageOpening {
  /// An opening with this machine's kernel boot and randomness.
  package init(settings: BedsideSettings, at moment: Moment) throws(RunFault) {
    let (identity, random) = try RunFault.system { () throws(SystemFault) in
      (
        try KernelBoot.identity(),
        (try Randomness.number(), try Randomness.number(), try Randomness.number())
      )
    }
    self.init(
      start: JournalStart(
        kernelBootID: identity, bootMilliseconds: moment.boot.milliseconds, wall: moment.wall,
        trust: moment.trust, random: random),
      babies: settings.residents.map(\.id), floor: settings.floor)
  }
}

/// Keeps the record of starts beside the control socket. If it cannot be kept, the box still runs.
package struct StartBook {
  private let storage: DirectoryStorage?
  private(set) var record: StartRecord

  /// Notes a start. Without the folder there is no record, and no safe mode.
  package init(besideSocket path: String, kernelBootID: String, at bootMilliseconds: Int) {
    storage = Self.storage(path)
    record = SafeMode.begin(
      after: storage.flatMap { SmallFile.starts.load(from: $0) }, kernelBootID: kernelBootID,
      at: bootMilliseconds)
    save()
  }

  /// Until when safe mode lasts, in milliseconds of the boot clock; nil: it is off.
  package var safeUntilMilliseconds: Int? { record.safeUntilMilliseconds }

  /// Notes an end in order: the box was told to stop, or it could not continue.
  package mutating func end(wasStopped: Bool) {
    record = SafeMode.end(record, wasStopped: wasStopped)
    save()
  }

  private static func storage(_ socket: String) -> DirectoryStorage? {
    guard let slash = socket.lastIndex(of: "/") else { return nil }
    do throws(StorageFault) {
      return try DirectoryStorage(directory: String(socket[...slash]))
    } catch {
      return nil
    }
  }

  private func save() {
    guard let storage else { return }
    do throws(StorageFault) {
      try SmallFile.starts.save(record, in: storage)
    } catch {
      ServiceLog().write(.warning, "crashes are not counted: \(error.text)")
    }
  }
}

/// Decides when the box runs with only buttons, log and panel: presses must be logged despite a fault in a computation
/// or in the socket.
enum SafeMode {
  /// This many crashes…
  static let crashesMin = 5
  /// …within 10 minutes lead to…
  static let withinMilliseconds = 600_000
  /// …an hour of safe mode.
  static let lastsMilliseconds = 3_600_000

  /// The record of a start now, after the record of an earlier start. An earlier start that is still noted as running
  /// has crashed, since only one box at a time holds the directory's lock.
  static func begin(after left: StartRecord?, kernelBootID: String, at now: Int) -> StartRecord {
    var record = StartRecord(kernelBootID: kernelBootID, isRunning: true)
    guard let left, left.kernelBootID == kernelBootID else { return record }
    record.crashes = left.crashes.filter { $0 <= now && now - $0 < withinMilliseconds }
    record.safeUntilMilliseconds = left.safeUntilMilliseconds.flatMap { $0 > now ? $0 : nil }
    guard left.isRunning else { return record }
    record.crashes.append(now)
    if record.crashes.count >= crashesMin { record.safeUntilMilliseconds = now + lastsMilliseconds }
    return record
  }

  /// The record after an end in order. A box that was told to stop leaves an empty record. A box that could not
  /// continue, for want of a part or a permission, did not crash, but has not recovered either.
  static func end(_ record: StartRecord, wasStopped: Bool) -> StartRecord {
    var record = record
    record.isRunning = false
    guard wasStopped else { return record }
    return StartRecord(kernelBootID: record.kernelBootID)
  }
}
