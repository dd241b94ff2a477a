/// Copies of damaged bytes, for anyone who wants to look; the segments keep them too. Each damaged segment has one
/// file, named after its content, so that a later start finds the copy already made.
struct Quarantine: Sendable {
  static let folder = ReplacedFile.quarantine
  /// The name of an unfinished copy. A power cut may leave it; the next copy replaces it.
  private static let temporaryName = "copy.tmp"
  private static let temporaryPath = folder + "/" + temporaryName
  /// The limit of all copies, in bytes.
  static let capacityBytes = 1 << 20

  private var files: [(name: String, bytes: [UInt8])] = []
  private var current: (segment: Int, bytes: [UInt8]) = (0, [])
  private var size = 0

  /// Adds a damaged piece of a segment and a line end, if there is room. No copy becomes longer than
  /// `StorageLimits.fileBytes`.
  mutating func add(_ bytes: ArraySlice<UInt8>, ofSegment number: Int) {
    if current.segment != number { endFile() }
    let length = current.bytes.count + bytes.count + 1
    guard size + length <= Self.capacityBytes, length <= StorageLimits.fileBytes else { return }
    current.segment = number
    current.bytes += bytes
    current.bytes.append(0x0A)
  }

  mutating func endFile() {
    let (number, bytes) = current
    current = (0, [])
    guard !bytes.isEmpty else { return }
    size += bytes.count
    let stem = SegmentName.file(number).dropLast(".jsonl".utf8.count)
    let checksum = Hexadecimal.digits(UInt64(CRC32C.checksum(of: bytes)), count: 8)
    files.append((stem + "-" + String(decoding: checksum, as: UTF8.self) + ".txt", bytes))
  }

  /// Writes the missing copies.
  func save<Storage: JournalStorage>(to storage: Storage) throws(StorageFault) {
    guard !files.isEmpty else { return }
    try storage.createFolder(Self.folder)
    let present = try storage.list(Self.folder)
    let missing = files.filter { !present.contains($0.name) }
    guard !missing.isEmpty else { return }
    if present.contains(Self.temporaryName) { try storage.remove(Self.temporaryPath) }
    var room = Self.capacityBytes
    for name in present where name != Self.temporaryName {
      room -= try storage.length(of: Self.folder + "/" + name)
    }
    for file in missing where file.bytes.count <= room {
      room -= file.bytes.count
      try Self.write(file.bytes, as: Self.folder + "/" + file.name, in: storage)
    }
    try storage.syncDirectory(Self.folder)
    try storage.syncDirectory("")
  }

  /// Moves a file that does not belong to the log out of its folder.
  static func move<Storage: JournalStorage>(_ name: String, from storage: Storage) throws(StorageFault) {
    try storage.createFolder(folder)
    var target = name
    var copies = 1
    let present = try storage.list(folder)
    while present.contains(target) {
      copies += 1
      target = "\(copies)-\(name)"
    }
    try storage.rename(SegmentName.folder + "/" + name, to: folder + "/" + target)
    try storage.syncDirectory(folder)
    try storage.syncDirectory(SegmentName.folder)
  }

  /// The name shows that the copy is complete, so the file is renamed last.
  private static func write<Storage: JournalStorage>(
    _ bytes: [UInt8], as path: String, in storage: Storage
  ) throws(StorageFault) {
    defer { storage.abandon(temporaryPath) }
    try storage.create(temporaryPath)
    try storage.write(bytes, to: temporaryPath, at: 0)
    try storage.sync(temporaryPath)
    try storage.rename(temporaryPath, to: path)
  }
}
