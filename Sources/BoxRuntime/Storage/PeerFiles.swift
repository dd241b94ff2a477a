import CareJournal

/// The files `peers/<box>.jsonl`, which a file syncer brings from other boxes, read a piece at a time.
package struct PeerFiles: Hashable, Sendable {
  /// The folder in the box's directory.
  static let folder = "peers"
  /// How much is read at a time, in bytes: more than the longest line.
  static let pieceBytes = 16 << 10
  /// How much of a file is read at all: more than ten years of lines.
  static let fileBytes = 64 << 20

  /// Whose lines are received.
  let boxes: HouseholdBoxes
  /// The files that are not read to their end; nil before they are listed.
  private var files: [String]?
  private var offset = 0
  /// Behind the last whole line that was read, by file: a file of one writer grows at its end.
  private var ends: [String: Int] = [:]
  /// Whether a reading is under way, and whether another is wanted after it.
  private var isUnderWay = false
  private var isWantedAgain = false
  /// Lines that were not received, and why the first one was not.
  private(set) var refused = 0
  private(set) var firstRefusal: String?

  /// Nothing read yet.
  init(boxes: HouseholdBoxes) {
    self.boxes = boxes
  }

  /// Whether all were read.
  var isDone: Bool { files?.isEmpty ?? false }

  /// Begins a reading; false while one is under way, which then is followed by another.
  mutating func begin() -> Bool {
    isWantedAgain = isUnderWay
    guard !isUnderWay else { return false }
    isUnderWay = true
    return true
  }

  /// A reading is done, as `reading`; true when another one is wanted.
  mutating func end(_ reading: PeerFiles) -> Bool {
    let isWanted = isWantedAgain
    self = PeerFiles(boxes: boxes)
    ends = reading.ends
    return isWanted
  }

  /// Gives up: the card does not take the lines, and the next start reads all of them again.
  mutating func stop() { (files, ends) = ([], [:]) }

  /// Notes a line that is not received.
  mutating func note(_ reason: OfferFault.Reason) {
    refused += 1
    if firstRefusal == nil { firstRefusal = "\(files?.first ?? ""): \(reason.text)" }
  }

  /// The whole lines of the next piece.
  mutating func next<Storage: JournalStorage>(from storage: Storage) -> [[UInt8]] {
    do throws(StorageFault) {
      if files == nil { files = try list(storage) }
      guard let file = files?.first else { return [] }
      if offset == 0 { offset = try place(file, storage) }
      let piece = try storage.read(Self.folder + "/" + file, at: offset, count: Self.pieceBytes)
      let isLast = piece.count < Self.pieceBytes || offset + piece.count >= Self.fileBytes
      // A line without its end may still be written, and one that is longer than a piece is none.
      let end = piece.lastIndex(of: 0x0A).map { $0 + 1 } ?? (isLast ? 0 : piece.count)
      offset += end
      ends[file] = offset
      if isLast { beginNext() }
      return piece[..<end].split(separator: 0x0A).map(Array.init).filter { !$0.isEmpty }
    } catch {
      noteUnreadable(error)
      return []
    }
  }

  /// Where to read on: behind the last line, if one still ends there.
  private func place<Storage: JournalStorage>(
    _ file: String, _ storage: Storage
  ) throws(StorageFault) -> Int {
    guard let end = ends[file], end > 0 else { return 0 }
    let byte = try storage.read(Self.folder + "/" + file, at: end - 1, count: 1)
    return byte == [0x0A] ? end : 0
  }

  private func list<Storage: JournalStorage>(_ storage: Storage) throws(StorageFault) -> [String] {
    try storage.list(Self.folder).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  private mutating func beginNext() {
    files?.removeFirst()
    offset = 0
  }

  private mutating func noteUnreadable(_ fault: StorageFault) {
    refused += 1
    if firstRefusal == nil { firstRefusal = fault.text }
    if files?.isEmpty == false { beginNext() } else { files = [] }
  }
}
