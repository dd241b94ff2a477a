import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// The box's directory on a real disk.
package enum BoxDirectory {
  /// Refuses a directory that is not there, since its name may be mistyped, and tells what would make it.
  package static func check(_ path: String, remedy: String) throws(RunFault) {
    guard PlainFile.exists(path) else {
      throw RunFault(exit: .io, message: "expected a box's directory, found nothing at \(path); \(remedy)")
    }
  }

  /// Creates the directory when it is missing, and takes its lock.
  package static func lock(_ path: String) throws(RunFault) -> DirectoryLock {
    try RunFault.system { () throws(SystemFault) in
      try PlainFile.createFolders(path)
      // `sudo cribside log add` must not leave files that the box cannot read.
      try Account.becomeOwner(of: path)
    }
    // The guard holds it for a moment at each of its turns, and while it draws on the panel of a box that is gone.
    return try RunFault.lock { () throws(LockFault) in
      try DirectoryLock.acquire(directory: path, waitingFor: RealGuard.programName)
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
