import Bedside
import CareJournal
import CribMotion
import Nursery

/// The content of a small file beside the log. A new file is a case here or in the model's `KeptContent`, its row in
/// `draft`, and what a start reads from it: a field of `FoundFiles` and its row in `SmallFiles.read`.
package enum FileContent: Sendable {
  /// What the model keeps.
  case ofModel(KeptContent)
  /// The phones that may use the page.
  case phones([Phone])
  /// The wishes beside the configuration file.
  case wishes(HouseholdWishes)

  /// The file that it becomes.
  var draft: FileDraft {
    switch self {
    case .ofModel(.nights(let stores)): SmallFile.nights.draft(stores)
    case .ofModel(.calibration(let calibration)): SmallFile.motion.draft(calibration)
    case .ofModel(.chosen(let baby)): SmallFile.chosen.draft(baby)
    case .ofModel(.checked(let instant, let damaged)):
      SmallFile.checked.draft(MaintenanceRecord(at: instant, damaged: damaged))
    case .ofModel(.quiet(let state)): SmallFile.quiet.draft(state)
    case .phones(let phones): SmallFile.phones.draft(phones)
    case .wishes(let wishes): SmallFile.wishes.draft(wishes)
    }
  }
}

/// What became of a small file that was to be replaced.
package enum KeptOutcome: Hashable, Sendable {
  /// It is on the card.
  case onFlash
  /// The card refuses it, or a file that was not read must not be replaced. The content is in use all the same, and is
  /// handed over again with the next change, or when the user tries again.
  case inMemory
  /// The file of quiet sessions could not be read before, and now could: this is in force, and was not replaced.
  case found(QuietFinding)

  /// Whether what is in force now is on the card.
  var isOnFlash: Bool { self != .inMemory }
}

/// What a start finds in the small files beside the log.
package struct FoundFiles: Sendable {
  /// The kept data of nights; nil if the card does not return it: then it is read again before it is replaced.
  package var nights: KeptReading<[BabyID: SleepStore]>? = .missing
  /// The kept data of the accelerometer and its mount.
  package var calibration: KeptCalibration?
  /// The baby to which the buttons were set; nil: not known.
  var chosen: BabyID?
  /// The phones that may use the page; nil if they could not be read.
  package var phones: [Phone]? = []
  /// The wishes beside the configuration file; nil if they could not be read.
  var wishes: HouseholdWishes? = HouseholdWishes()
  /// When the log was last copied, and last checked; nil: never, as far as the directory shows.
  package var copied: MaintenanceRecord?
  package var checked: MaintenanceRecord?
  /// Reports about files that were damaged or are not replaced, one line each.
  package var remarks: [String] = []
}

/// The small files beside the log that the storage thread replaces: not before their content was read, and never if a
/// newer version wrote it.
struct SmallFiles: Sendable {
  /// The paths of the files that may be replaced.
  private var free: Set<String> = []
  /// What to report about a file, by its path.
  private var remarks: [String: String] = [:]
  /// The file of quiet sessions, which the guard writes too.
  private var quiet = QuietShelf(writer: .box)

  /// Reads all of them at a start, except that of quiet sessions.
  mutating func read<Storage: JournalStorage>(from storage: Storage) -> FoundFiles {
    var found = FoundFiles()
    found.nights = open(.nights, in: storage)
    found.calibration = open(.motion, in: storage)?.content
    found.chosen = load(.chosen, from: storage)
    found.copied = SmallFile.copied.load(from: storage)
    found.checked = load(.checked, from: storage)
    found.phones = openToReplace(.phones, in: storage, empty: [])
    found.wishes = openToReplace(.wishes, in: storage, empty: HouseholdWishes())
    found.remarks = remarks.sorted { $0.key < $1.key }.map(\.value)
    return found
  }

  /// The kept data of nights; nil if the card does not return it.
  mutating func nights<Storage: JournalStorage>(in storage: Storage) -> [BabyID: SleepStore]? {
    open(.nights, in: storage).map { $0.content ?? [:] }
  }

  /// The directory's state of quiet sessions.
  mutating func quiet<Storage: JournalStorage>(in storage: Storage) -> QuietFinding {
    quiet.load(from: storage)
  }

  /// Replaces a file.
  mutating func save<Storage: JournalStorage>(_ content: FileContent, in storage: Storage) -> KeptOutcome {
    do throws(StorageFault) {
      if case .ofModel(.quiet(let state)) = content {
        return try quiet.save(state, in: storage).map { .found($0) } ?? .onFlash
      }
      let draft = content.draft
      guard free.contains(draft.path) else { return .inMemory }
      try draft.save(in: storage)
      return .onFlash
    } catch {
      return .inMemory
    }
  }

  /// Reads a file, and sets a damaged one aside. Nil if the medium does not return it, or it cannot be set aside.
  private mutating func open<Content, Storage: JournalStorage>(
    _ file: SmallFile<Content>, in storage: Storage
  ) -> KeptReading<Content>? {
    free.remove(file.path)
    remarks[file.path] = nil
    do throws(StorageFault) {
      let reading = try file.read(from: storage)
      switch reading {
      case .missing, .whole: break
      case .damaged:
        try file.setAside(in: storage)
        remarks[file.path] = "\(file.path) was damaged, and is in quarantine now"
      case .newer:
        remarks[file.path] =
          "\(file.path) is of a newer version, and is not replaced: changes stay in memory"
        return reading
      }
      free.insert(file.path)
      return reading
    } catch {
      remarks[file.path] = "\(file.path) could not be read, and is not replaced: \(error.text)"
      return nil
    }
  }

  /// The file's content, or `empty`; nil if the card does not return it, or a newer version wrote it: then it is not
  /// replaced.
  private mutating func openToReplace<Content, Storage: JournalStorage>(
    _ file: SmallFile<Content>, in storage: Storage, empty: Content
  ) -> Content? {
    let reading = open(file, in: storage)
    return free.contains(file.path) ? reading?.content ?? empty : nil
  }

  /// The content of a file that may be replaced whatever it holds, since it costs nothing to lose it.
  private mutating func load<Content, Storage: JournalStorage>(
    _ file: SmallFile<Content>, from storage: Storage
  ) -> Content? {
    free.insert(file.path)
    return file.load(from: storage)
  }
}
