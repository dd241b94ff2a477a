import CareJournal
import Nursery
import SimulatedBoard
import Testing

/// `quiet.json`: what is written is read, and damage is set aside.
@Suite struct QuietFileTests {
  private static let session = QuietSession(
    id: EventID(high: 0x019C_4FCA_8B80_7000, low: 0x8000_0000_0000_0186), mode: .manual(durationMinutes: 90),
    strictness: .strict, lengthMilliseconds: 5_400_000, endsAt: Instant(milliseconds: 1_770_895_800_000),
    mark: QuietSession.Mark(kernelBoot: "ab12", milliseconds: 60_000, remainingMilliseconds: 5_000_000),
    awaitsClock: true, cancelMilliseconds: 90_000)

  private static let full: QuietState = {
    var state = QuietState()
    state.strictness = .strict
    state.allowed = [.feed, .nap]
    state.schedule = RecurringSchedule(
      isEnabled: true, start: WallTime(minutesAfterMidnight: 1380), end: WallTime(minutesAfterMidnight: 390),
      strictness: .flexible)
    state.lastWindow = CivilDate(daysSinceEpoch: 20_495)
    state.session = session
    state.shield = Shield(session: session.id, allowed: [.nap])
    return state
  }()

  private static func disk(_ state: QuietState) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    try QuietShelf.replace(state, by: .box, in: disk)
    return disk
  }

  @Test("What is written is read")
  func whatIsWrittenIsRead() throws {
    #expect(QuietShelf.finding(in: SimulatedDisk()) == QuietFinding())
    var spared = QuietState()
    spared.sparesWindow = true
    for state in [Self.full, QuietState(), spared] {
      #expect(QuietShelf.finding(in: try Self.disk(state)) == QuietFinding(state))
    }
    var recurring = Self.full
    recurring.session = QuietSession(
      id: Self.session.id, mode: .recurring(startHour: 22, startMinute: 0, endHour: 7, endMinute: 5),
      strictness: .flexible, lengthMilliseconds: 1, endsAt: nil, mark: Self.session.mark)
    #expect(QuietShelf.finding(in: try Self.disk(recurring)) == QuietFinding(recurring))
  }

  @Test("Its text is a promise")
  func itsTextIsAPromise() throws {
    let files = try Self.disk(Self.full).files
    let parts = [
      #"{"v":1,"strictness":"strict","allowed":["nap","feed"],"#,
      #""schedule":{"enabled":true,"start":"23:00","end":"06:30","strictness":"flexible"},"lastWindow":"2026-02-11","#,
      #""sparesWindow":null,"#,
      #""session":{"id":"019c4fca-8b80-7000-8000-000000000186","mode":{"manual":90},"strictness":"strict","#,
      #""startedAt":1770890400000,"endsAt":1770895800000,"isActive":true,"length":5400000,"bootId":"ab12","#,
      #""bt":60000,"remaining":5000000,"awaitsClock":true,"cancelAt":90000},"#,
      #""shield":{"session":"019c4fca-8b80-7000-8000-000000000186","allowed":["nap"]},"crc":""#,
    ]
    let text = String(decoding: files["quiet.json"] ?? [], as: UTF8.self)
    #expect(text.hasPrefix(parts.joined()), "\(text)")
  }

  @Test("A damaged file is set aside")
  func setAside() throws {
    let path = SmallFile.quiet.path
    var damaged = try #require(try Self.disk(Self.full).files[path])
    damaged[40] ^= 1
    let disk = SimulatedDisk(files: [path: damaged])
    #expect(QuietShelf.finding(in: disk) == QuietFinding(isDamaged: true))
    #expect(disk.files[path] == nil && disk.files.count == 1, "it is set aside")
    #expect(!QuietShelf.finding(in: disk).isDamaged)
  }

  @Test(
    "Content that makes no sense is damage",
    arguments: [
      #"{"v":2}"#, #"{"v":1,"allowed":["music"]}"#, #"{"v":1,"schedule":{"start":"22:00","end":"22:00"}}"#,
      #"{"v":1,"session":{}}"#, #"[]"#, "", #"{"v":1}"#,
    ])
  func nonsense(text: String) {
    let disk = SimulatedDisk(files: [SmallFile.quiet.path: Array(text.utf8)])
    #expect(QuietShelf.finding(in: disk).isDamaged)
  }

  @Test("A file that cannot be read now is no damage, and is not replaced")
  func unreadable() throws {
    let disk = try Self.disk(Self.full)
    disk.cutPower(atOperation: 1)
    _ = Result { () throws(StorageFault) in try disk.createFolder("x") }
    #expect(QuietShelf.finding(in: disk) == .unreadable && !QuietFinding.unreadable.isDamaged)
    #expect(throws: StorageFault.self) { try QuietShelf.replace(QuietState(), by: .box, in: disk) }
    disk.powerCut(seed: 1)
    #expect(QuietShelf.finding(in: disk) == QuietFinding(Self.full))
  }

  @Test("Equal content is not written again")
  func unchanged() throws {
    let disk = try Self.disk(Self.full)
    let syncs = disk.syncs
    try QuietShelf.replace(Self.full, by: .guardian, in: disk)
    #expect(disk.syncs == syncs)
  }
}
