import CareJournal
import LinuxBoard

/// Keeps the record of starts beside the control socket. A record that cannot be kept is no reason not to run.
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

  /// Notes an end in order: because the box was told to stop, or because it could not continue.
  package mutating func end(wasTold: Bool) {
    record = SafeMode.end(record, wasTold: wasTold)
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
