import CareJournal

/// A box's directory in memory. A power cut undoes what was not synced.
///
/// A file's bytes are durable after `sync`, and a name after `syncDirectory`. Everything since is pending. At a cut
/// each pending write is separately kept, dropped, torn after some byte, or left with garbage in its 512-byte
/// sectors. Of the pending changes of each directory, the first few are kept. A write never changes other bytes, as
/// SQLite also assumes ("powersafe overwrite").
///
/// After a failed sync, its bytes stay pending: the kernel has marked the pages clean, so a later sync succeeds and
/// saves nothing.
public final class SimulatedDisk: JournalStorage {
  /// The operations that a fault affects, counted from 1 when it is set.
  public enum FaultSpan: Hashable, Sendable {
    /// Only this one.
    case once(Int)
    /// This one and all later ones.
    case from(Int)
  }

  /// How finely a cut may tear a write.
  public enum Tearing: Hashable, Sendable {
    /// After every byte, or in writes of more than 1,024 bytes after every sector.
    case everyByte
    /// Only in the middle.
    case inTheMiddle
  }

  /// How long a sync takes, in nanoseconds. A good microSD card needs about 8 ms.
  public var syncCostNanoseconds: Int
  /// How much longer every sync takes during a stall, in nanoseconds.
  public var stallNanoseconds = 0
  /// How long all operations have taken, in nanoseconds.
  public private(set) var elapsedNanoseconds = 0
  /// The bytes that `write` has accepted.
  public private(set) var bytesWritten = 0
  /// The syncs of files and directories that succeeded.
  public private(set) var syncs = 0
  /// The largest size of all files together, in bytes; nil: no limit.
  public var capacityBytes: Int?
  /// The free space in bytes; nil: no limit.
  public var freeBytes: Int? { capacityBytes.map { $0 - files.values.reduce(0) { $0 + $1.count } } }
  /// The attempted operations that change something or make it durable.
  public private(set) var operations = 0
  /// All attempted calls: these operations and those that read names or bytes.
  public private(set) var calls = 0
  /// The reason for which the card fails; nil: it works. Reading still works.
  public var failure: StorageFault.Reason?
  /// The reason for which the card fails to make accepted bytes and names durable; nil: it works. What was pending
  /// then is visible, and no later sync makes it durable.
  public var syncFailure: StorageFault.Reason?
  /// Files and folders that cannot be read.
  public var unreadable: Set<String> = []
  /// Files that cannot be removed.
  public var unremovable: Set<String> = []
  /// Files of which every write has its last bit flipped, without an error.
  public var garbling: Set<String> = []
  /// Whether the power is off. Nothing works until `powerCut`.
  public private(set) var isOff = false

  /// Called at each operation with a copy of the disk whose power was cut there, and with the operation in words. So
  /// one run covers all cuts.
  public var atEachOperation: ((SimulatedDisk, String) -> Void)?

  /// Called with a file's path before it is read.
  public var beforeReading: ((String) -> Void)?

  private var tree: Tree
  private var scheduled: (reason: StorageFault.Reason, span: FaultSpan, base: Int, countsLooks: Bool)?
  private var cutOperation: Int?

  /// A directory with these files, all durable.
  public init(files: [String: [UInt8]] = [:], syncCostNanoseconds: Int = 8_000_000) {
    tree = Tree(files: files)
    self.syncCostNanoseconds = syncCostNanoseconds
  }

  /// The same contents, durable and pending, to try another outcome. The copy has no faults, and its counters are 0.
  public init(copying other: SimulatedDisk) {
    tree = other.tree
    syncCostNanoseconds = other.syncCostNanoseconds
    capacityBytes = other.capacityBytes
    isOff = other.isOff
  }

  /// Restores the disk from an earlier copy of it.
  public func restore(from copy: SimulatedDisk) {
    tree = copy.tree
    isOff = copy.isOff
  }

  /// How long operations have taken since the last call, in nanoseconds.
  public func drainElapsedNanoseconds() -> Int {
    defer { elapsedNanoseconds = 0 }
    return elapsedNanoseconds
  }

  /// The files as a program sees them now, by path.
  public var files: [String: [UInt8]] { tree.live.files.compactMapValues { tree.contents[$0]?.live } }

  /// Makes operations fail, counted from now. With `countingLooks`, all calls are counted.
  public func fail(_ span: FaultSpan, reason: StorageFault.Reason, countingLooks: Bool = false) {
    scheduled = (reason, span, countingLooks ? calls : operations, countingLooks)
  }

  /// Ends all faults.
  public func heal() {
    scheduled = nil
    failure = nil
    syncFailure = nil
    stallNanoseconds = 0
    unreadable = []
    unremovable = []
    garbling = []
  }

  /// Cuts the power at an operation, counted from now. A write or a change of names is then pending, and a sync has
  /// not happened. The disk stays off until `powerCut` decides what survives.
  public func cutPower(atOperation number: Int) { cutOperation = operations + number }

  /// Turns the cut into a kill of the writing process: nothing is lost, and what was not synced is still pending.
  public func surviveCut() {
    isOff = false
    cutOperation = nil
  }

  /// Cuts the power and restores it. `choose` decides what survives: it is called repeatedly with a number, and
  /// returns a smaller one. A test that tries all answers sees all crash states.
  public func powerCut(tearing: Tearing = .everyByte, choosing choose: (Int) -> Int) {
    tree.crash(tearing: tearing, choosing: choose)
    isOff = false
    cutOperation = nil
  }

  /// Cuts the power and restores it. The seed decides what survives.
  public func powerCut(seed: UInt64) {
    var state = seed
    powerCut { options in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ mixed >> 31) % UInt64(options))
    }
  }
}

// MARK: - JournalStorage

extension SimulatedDisk {
  /// The names in a folder, unordered; empty if there is no such folder.
  public func list(_ folder: String) throws(StorageFault) -> [String] {
    try look("list", at: folder)
    if unreadable.contains(folder) {
      throw StorageFault(operation: "list", path: folder, reason: .device)
    }
    return tree.live.names(in: folder)
  }

  /// All bytes of a file.
  public func read(_ path: String) throws(StorageFault) -> [UInt8] {
    beforeReading?(path)
    try look("read", at: path)
    if unreadable.contains(path) { throw StorageFault(operation: "read", path: path, reason: .device) }
    return try content(of: path, for: "read").live
  }

  /// At most `count` of a file's bytes from an offset on; fewer at its end.
  public func read(_ path: String, at offset: Int, count: Int) throws(StorageFault) -> [UInt8] {
    let bytes = try read(path)
    return offset < bytes.count ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
  }

  /// A file's length in bytes, also if it cannot be read.
  public func length(of path: String) throws(StorageFault) -> Int {
    try look("length", at: path)
    return try content(of: path, for: "length").live.count
  }

  /// Creates a folder, unless it exists.
  public func createFolder(_ path: String) throws(StorageFault) {
    if tree.live.folders.contains(path) { return }
    try perform("createFolder", on: path, takesRoom: true) { $0.change(.makeFolder(path)) }
  }

  /// Creates an empty file, which must not exist yet.
  public func create(_ path: String) throws(StorageFault) {
    guard tree.live.folders.contains(Tree.folder(of: path)) else {
      throw StorageFault(operation: "create", path: path, reason: .missing)
    }
    guard tree.live.files[path] == nil else {
      throw StorageFault(operation: "create", path: path, reason: .exists)
    }
    try perform("create", on: path, takesRoom: true) { $0.createFile(path) }
  }

  /// Writes at an offset. The bytes are then pending.
  public func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(StorageFault) {
    let length = try content(of: path, for: "write").live.count
    var bytes = bytes
    if garbling.contains(path), !bytes.isEmpty { bytes[bytes.count - 1] ^= 1 }
    // A full card still accepts bytes that replace others.
    let growth = offset + bytes.count - length
    try perform("write", on: path, takesRoom: growth > 0, lacksRoom: growth > max(0, freeBytes ?? growth)) {
      $0.edit(path, .write(bytes, at: offset))
    }
    bytesWritten += bytes.count
  }

  /// Cuts a file to a length, or extends it with zeros. The change is then pending.
  public func truncate(_ path: String, to length: Int) throws(StorageFault) {
    _ = try content(of: path, for: "truncate")
    try perform("truncate", on: path) { $0.edit(path, .truncate(length)) }
  }

  /// Makes a file's pending bytes durable, except those of a failed sync.
  public func sync(_ path: String) throws(StorageFault) {
    _ = try content(of: path, for: "sync")
    elapsedNanoseconds += syncCostNanoseconds + stallNanoseconds
    do throws(StorageFault) {
      try perform("sync", on: path, isSync: true) { $0.settle(path) }
    } catch {
      if !isOff { tree.giveUp(path) }
      throw error
    }
    syncs += 1
  }

  /// Makes the names in a folder durable.
  public func syncDirectory(_ folder: String) throws(StorageFault) {
    elapsedNanoseconds += syncCostNanoseconds + stallNanoseconds
    try perform("syncDirectory", on: folder, isSync: true) { $0.settleNames(in: folder) }
    syncs += 1
  }

  /// Renames a file and replaces another. The change is then pending.
  public func rename(_ path: String, to newPath: String) throws(StorageFault) {
    _ = try content(of: path, for: "rename")
    try perform("rename", on: path) { $0.rename(path, to: newPath) }
  }

  /// Removes a file. The change is then pending.
  public func remove(_ path: String) throws(StorageFault) {
    _ = try content(of: path, for: "remove")
    if unremovable.contains(path) {
      throw StorageFault(operation: "remove", path: path, reason: .permission)
    }
    try perform("remove", on: path) { $0.change(.remove(path)) }
  }

  /// Closes a file's descriptor; there is none here.
  public func abandon(_ path: String) {}

  /// Counts a call that reads names or bytes. It fails if a fault is due.
  private func look(_ name: String, at path: String) throws(StorageFault) {
    calls += 1
    let turn = scheduled?.countsLooks == true ? scheduledFailure : nil
    if let reason = isOff ? .device : turn {
      throw StorageFault(operation: name, path: path, reason: reason)
    }
  }

  private func content(of path: String, for operation: String) throws(StorageFault) -> Content {
    guard let file = tree.live.files[path], let content = tree.contents[file] else {
      throw StorageFault(operation: operation, path: path, reason: .missing)
    }
    return content
  }

  /// Counts an operation and changes the tree. It fails if a fault is due.
  private func perform(
    _ name: String, on path: String, isSync: Bool = false, takesRoom: Bool = false,
    lacksRoom: Bool = false, _ change: (inout Tree) -> Void
  ) throws(StorageFault) {
    operations += 1
    calls += 1
    if let atEachOperation, !isOff {
      let cut = SimulatedDisk(copying: self)
      cut.isOff = true
      if !isSync { change(&cut.tree) }
      atEachOperation(cut, name + " " + path)
    }
    if !isOff, operations == cutOperation {
      isOff = true
      if !isSync { change(&tree) }
      throw StorageFault(operation: name, path: path, reason: .device)
    }
    if let reason = isOff ? .device : failure(isSync: isSync, takesRoom: takesRoom) {
      throw StorageFault(operation: name, path: path, reason: reason)
    }
    if lacksRoom { throw StorageFault(operation: name, path: path, reason: .full) }
    change(&tree)
  }

  private func failure(isSync: Bool, takesRoom: Bool) -> StorageFault.Reason? {
    if isSync, let syncFailure { return syncFailure }
    return (takesRoom || failure != .full ? failure : nil) ?? scheduledFailure
  }

  private var scheduledFailure: StorageFault.Reason? {
    guard let (reason, span, base, countsLooks) = scheduled else { return nil }
    let count = (countsLooks ? calls : operations) - base
    switch span {
    case .once(let number): return count == number ? reason : nil
    case .from(let number): return count >= number ? reason : nil
    }
  }
}

// MARK: - What is durable and what is pending

extension SimulatedDisk {
  /// A change of a file's bytes.
  fileprivate enum Edit {
    case write([UInt8], at: Int)
    case truncate(Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .write(let new, let offset):
        Self.resize(&bytes, to: max(bytes.count, offset + new.count))
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
      case .truncate(let length):
        Self.resize(&bytes, to: length)
      }
    }

    private static func resize(_ bytes: inout [UInt8], to length: Int) {
      if length < bytes.count {
        bytes.removeLast(bytes.count - length)
      } else {
        bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
      }
    }
  }

  /// A file's bytes.
  fileprivate struct Content {
    var durable: [UInt8] = []
    var live: [UInt8] = []
    /// The edits since the last sync.
    var pending: [Edit] = []
    /// The edits of a failed sync, which no later sync makes durable.
    var givenUp: [Edit] = []
  }

  /// A change of names.
  fileprivate enum NameChange {
    case makeFolder(String)
    case link(String, file: Int)
    case rename(String, to: String)
    case remove(String)

    /// The directory whose sync makes it durable.
    var folder: String {
      switch self {
      case .makeFolder(let path), .link(let path, _), .rename(let path, _), .remove(let path):
        Tree.folder(of: path)
      }
    }
  }

  /// Folders and file names. A name refers to a file's number.
  fileprivate struct Names {
    var folders: Set<String> = [""]
    var files: [String: Int] = [:]

    func names(in folder: String) -> [String] {
      let paths = files.keys.filter { Tree.folder(of: $0) == folder }
      let folders = self.folders.filter { !$0.isEmpty && Tree.folder(of: $0) == folder }
      return (paths + folders).map { folder.isEmpty ? $0 : String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    mutating func apply(_ change: NameChange) {
      switch change {
      case .makeFolder(let path): folders.insert(path)
      case .link(let path, let file): files[path] = file
      case .rename(let path, let newPath): files[newPath] = files.removeValue(forKey: path)
      case .remove(let path): files[path] = nil
      }
    }

    /// Removes files in folders that did not survive.
    mutating func removeOrphans() {
      files = files.filter { folders.contains(Tree.folder(of: $0.key)) }
    }
  }

  /// Names and contents, durable and live.
  fileprivate struct Tree {
    var live = Names()
    var durable = Names()
    var pendingNames: [NameChange] = []
    var contents: [Int: Content] = [:]
    private var nextFile = 1

    init(files: [String: [UInt8]]) {
      for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
        live.folders.insert(Tree.folder(of: path))
        live.files[path] = nextFile
        contents[nextFile] = Content(durable: bytes, live: bytes)
        nextFile += 1
      }
      durable = live
    }

    static func folder(of path: String) -> String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    mutating func change(_ change: NameChange) {
      live.apply(change)
      pendingNames.append(change)
    }

    mutating func createFile(_ path: String) {
      contents[nextFile] = Content()
      change(.link(path, file: nextFile))
      nextFile += 1
    }

    /// A rename between two folders is two changes, each durable with its own folder. A cut may leave both names or
    /// none.
    mutating func rename(_ path: String, to newPath: String) {
      guard Tree.folder(of: path) != Tree.folder(of: newPath), let file = live.files[path] else {
        return change(.rename(path, to: newPath))
      }
      change(.link(newPath, file: file))
      change(.remove(path))
    }

    mutating func edit(_ path: String, _ edit: Edit) {
      guard let file = live.files[path], var content = contents.removeValue(forKey: file) else { return }
      content.pending.append(edit)
      edit.apply(to: &content.live)
      contents[file] = content
    }

    mutating func settle(_ path: String) {
      guard let file = live.files[path], var content = contents[file] else { return }
      for edit in content.pending { edit.apply(to: &content.durable) }
      content.pending = []
      contents[file] = content
    }

    mutating func giveUp(_ path: String) {
      guard let file = live.files[path], var content = contents[file] else { return }
      content.givenUp += content.pending
      content.pending = []
      contents[file] = content
    }

    mutating func settleNames(in folder: String) {
      for change in pendingNames where change.folder == folder { durable.apply(change) }
      pendingNames.removeAll { $0.folder == folder }
    }
  }
}

// MARK: - Crash

extension SimulatedDisk.Tree {
  /// Reduces the tree to one state that a cut may leave.
  fileprivate mutating func crash(tearing: SimulatedDisk.Tearing, choosing choose: (Int) -> Int) {
    crashNames(choosing: choose)
    for file in contents.keys.sorted() {
      crashContent(of: file, tearing: tearing, choosing: choose)
    }
    let kept = Set(live.files.values)
    contents = contents.filter { kept.contains($0.key) }
  }

  private mutating func crashNames(choosing choose: (Int) -> Int) {
    for folder in Set(pendingNames.map(\.folder)).sorted() {
      let changes = pendingNames.filter { $0.folder == folder }
      for change in changes.prefix(choose(changes.count + 1)) { durable.apply(change) }
    }
    durable.removeOrphans()
    live = durable
    pendingNames = []
  }

  private mutating func crashContent(
    of file: Int, tearing: SimulatedDisk.Tearing, choosing choose: (Int) -> Int
  ) {
    guard var content = contents[file], live.files.values.contains(file) else { return }
    for edit in content.givenUp + content.pending {
      edit.crash(on: &content.durable, tearing: tearing, choosing: choose)
    }
    contents[file] = SimulatedDisk.Content(durable: content.durable, live: content.durable)
  }
}

extension SimulatedDisk.Edit {
  private static let sectorBytes = 512
  private static let finelyTornBytes = 1024

  /// Drops the edit, applies it, tears it or applies garbage.
  fileprivate func crash(
    on bytes: inout [UInt8], tearing: SimulatedDisk.Tearing, choosing choose: (Int) -> Int
  ) {
    guard case .write(let new, let offset) = self else {
      if choose(2) == 1 { apply(to: &bytes) }
      return
    }
    let tears = Self.tears(in: new.count, tearing: tearing)
    let choice = choose(3 + tears.count)
    switch choice {
    case 0: break
    case 1: apply(to: &bytes)
    case 2: Self.write(Self.spoil(new, at: offset, choosing: choose), at: offset).apply(to: &bytes)
    default: Self.write(Array(new.prefix(tears[choice - 3])), at: offset).apply(to: &bytes)
    }
  }

  /// The possible lengths of a torn write.
  private static func tears(in count: Int, tearing: SimulatedDisk.Tearing) -> [Int] {
    guard count > 1 else { return [] }
    switch tearing {
    case .inTheMiddle: return [count / 2]
    case .everyByte:
      return Array(stride(from: 1, to: count, by: count > finelyTornBytes ? sectorBytes : 1))
    }
  }

  /// Fills some of the write's sectors with bytes that are neither old nor new: one sector, all from one to the last,
  /// or all.
  private static func spoil(_ new: [UInt8], at offset: Int, choosing choose: (Int) -> Int) -> [UInt8] {
    let first = offset / sectorBytes
    let count = (offset + max(new.count, 1) - 1) / sectorBytes - first + 1
    let start = choose(count)
    let end = choose(2) == 0 ? start : count - 1
    var bytes = new
    for index in bytes.indices where (start...end).contains((offset + index) / sectorBytes - first) {
      bytes[index] = UInt8(truncatingIfNeeded: (offset + index) &* 167 >> 3 ^ 0xA5)
    }
    return bytes
  }
}
