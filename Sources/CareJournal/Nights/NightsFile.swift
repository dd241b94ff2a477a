import Nursery

/// `nights.json`: what is known of nights beyond the log, and of those that the log in memory has forgotten: ring
/// and archive of each baby, with goals, ratings and steps. A file that is missing or damaged costs ratings and
/// steps; everything else comes from the log. A damaged one is moved to quarantine, and one of a newer version stays.
public enum NightsFile {
  /// Where it lies in the box's directory.
  public static let path = "nights.json"

  /// Replaces the file. Durable when it returns.
  public static func save<Storage: JournalStorage>(
    _ nights: [BabyID: SleepStore], in storage: Storage
  ) throws(StorageFault) {
    try ReplacedFile.save(bytes(nights), as: path, in: storage)
  }

  /// What the file holds; nothing when it is missing, damaged or of a newer version. Whoever is refused it must not
  /// replace it unseen.
  public static func load<Storage: JournalStorage>(
    from storage: Storage
  ) throws(StorageFault) -> [BabyID: SleepStore] {
    try read(from: storage).content ?? [:]
  }

  /// What the file holds, for who may replace it.
  public static func read<Storage: JournalStorage>(
    from storage: Storage
  ) throws(StorageFault) -> KeptReading<[BabyID: SleepStore]> {
    try ReplacedFile.read(path, as: nights, from: storage)
  }

  /// Moves a damaged file to quarantine.
  public static func setAside<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    try ReplacedFile.setAside(path, in: storage)
  }

  /// The file's bytes.
  public static func bytes(_ nights: [BabyID: SleepStore]) -> [UInt8] {
    let babies = nights.sorted { $0.key < $1.key }.map { baby, store in
      ["baby": .integer(baby.number), "nights": .array(store.nights.map(NightLine.document))] as JSONValue
    }
    return ReplacedFile.sealed(["v": .integer(JournalLineCodec.version), "babies": .array(babies)])
  }

  /// The nights in the file's bytes; nil when they are damaged, or of a version that is not known.
  public static func nights(in bytes: [UInt8]) -> [BabyID: SleepStore]? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      var nights: [BabyID: SleepStore] = [:]
      for var entry in try fields.objects("babies") {
        let baby = BabyID(number: try entry.required("baby", as: .integer(in: 1...9)))
        var records: [NightRecord] = []
        for var night in try entry.objects("nights") { records.append(try NightLine.record(&night)) }
        nights[baby] = SleepStore(records)
      }
      return nights
    } catch {
      return nil
    }
  }
}
