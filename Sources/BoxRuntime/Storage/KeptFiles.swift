import CareJournal
import CribMotion
import Nursery

/// The content of a small file beside the log. A new file is a case here, and its handling in `KeptFiles`.
package enum KeptContent: Sendable {
  /// Stars, remarks and goals of nights.
  case nights([BabyID: SleepStore])
  /// The accelerometer and its mount.
  case calibration(KeptCalibration)
  /// The baby to which the buttons are set.
  case chosen(BabyID)
  /// The last check of the log.
  case checked(UpkeepRecord)
  /// The phones that may use the page.
  case phones([Phone])
  /// The wishes beside the configuration file.
  case wishes(HouseholdWishes)
}

/// The small files beside the log that the storage thread replaces. The files of quiet sessions belong to a
/// `QuietShelf`, since the guard writes them too.
struct KeptFiles: Sendable {
  private var nights = KeptFile(.nights)
  private var motion = KeptFile(.motion)
  private var phones = KeptFile(.phones)
  private var wishes = KeptFile(.wishes)

  /// Replaces a file. Returns false if it must not be replaced, or the card refuses.
  func isSaved<Storage: JournalStorage>(_ content: KeptContent, in storage: Storage) -> Bool {
    switch content {
    case .nights(let stores): nights.save(stores, in: storage)
    case .calibration(let calibration): motion.save(calibration, in: storage)
    case .chosen(let baby): SmallFile.chosen.isSaved(baby, in: storage)
    case .checked(let record): SmallFile.checked.isSaved(record, in: storage)
    case .phones(let list): phones.save(list, in: storage)
    case .wishes(let wished): wishes.save(wished, in: storage)
    }
  }

  /// Reads all of them at a start.
  mutating func read<Storage: JournalStorage>(from storage: Storage, into recovery: inout Recovery) {
    let stores = nights(in: storage)
    recovery.nights = stores ?? [:]
    recovery.hasUnreadNights = stores == nil
    recovery.hasNewerNights = stores != nil && !nights.isFree
    recovery.calibration = motion.open(in: storage)?.content
    recovery.chosen = SmallFile.chosen.load(from: storage)
    recovery.copied = SmallFile.copied.load(from: storage)
    recovery.checked = SmallFile.checked.load(from: storage)
    recovery.phones = phones.openToReplace(in: storage, empty: [])
    recovery.wishes = wishes.openToReplace(in: storage, empty: HouseholdWishes())
    recovery.remarks = [nights.remark, motion.remark, phones.remark, wishes.remark].compactMap { $0 }
  }

  /// The kept data of nights; nil if the card does not return it. Then it is read again before it is replaced.
  mutating func nights<Storage: JournalStorage>(in storage: Storage) -> [BabyID: SleepStore]? {
    nights.open(in: storage).map { $0.content ?? [:] }
  }
}

extension KeptFile {
  /// The file's content, or `empty`; nil if the card does not return it, or a newer version wrote it: then it is not
  /// replaced.
  fileprivate mutating func openToReplace<Storage: JournalStorage>(
    in storage: Storage, empty: Content
  ) -> Content? {
    let reading = open(in: storage)
    return isFree ? reading?.content ?? empty : nil
  }
}
