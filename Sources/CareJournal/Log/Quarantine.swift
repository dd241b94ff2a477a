/// Copies of damaged bytes, kept apart for anyone who wants to look; the segments keep theirs as well.
/// One file per damaged segment, named after its content, so that every start finds its copies made.
struct Quarantine: Sendable {
  static let folder = "quarantine"
  /// What a power cut kept from its name; the next copy takes its place.
  private static let temporaryName = "copy.tmp"
  private static let temporaryPath = folder + "/" + temporaryName
  /// How much may be kept in all, in bytes.
  static let capacityBytes = 1 << 20

  private var files: [(name: String, bytes: [UInt8])] = []
  private var current: (segment: Int, bytes: [UInt8]) = (0, [])
  private var size = 0

  /// Adds a damaged piece of a segment, followed by a line end, as far as there is room. No file gets longer than a
  /// small file may be.
  mutating func add(_ bytes: ArraySlice<UInt8>, ofSegment number: Int) {
    if current.segment != number { endFile() }
    let length = current.bytes.count + bytes.count + 1
    guard size + length <= Self.capacityBytes, length <= StorageLimits.fileBytes else { return }
    current.segment = number
    current.bytes += bytes
    current.bytes.append(0x0A)
  }

  /// Ends the copy of a segment.
  mutating func endFile() {
    let (number, bytes) = current
    current = (0, [])
    guard !bytes.isEmpty else { return }
    size += bytes.count
    let stem = SegmentName.file(number).dropLast(".jsonl".utf8.count)
    let checksum = Hexadecimal.digits(UInt64(CRC32C.checksum(of: bytes)), count: 8)
    files.append((stem + "-" + String(decoding: checksum, as: UTF8.self) + ".txt", bytes))
  }

  /// Writes the copies that are not there yet.
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

  /// A name promises that the copy is made, so it comes last.
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
