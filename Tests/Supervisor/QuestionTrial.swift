import CareJournal
import Glibc
import LinuxBoard
import Nursery

/// Several clients ask for the whole log again and again. Meanwhile every bottle is saved at once, and the box stops when
/// it is told to. Only the real program has the threads and priorities that this needs.
struct QuestionTrial {
  private static let askers = 6
  private static let events = 20_000
  /// How much longer a bottle may take beside lists than the slowest one without. Six lists take several times as long.
  private static let patienceMilliseconds = 500
  /// How many lists must have been read, and how long that may take on a busy machine.
  private static let lists = 2
  private static let limitSeconds = 240
  /// The longest end of a box, in milliseconds; then it ends although questions wait.
  private static let endMilliseconds = 3_000

  let program: String

  /// Saves bottles for some seconds without and with questions, and reports how long they took.
  func run(seconds: Int) throws -> String {
    let household = try Household()
    try fill(household)
    let box = try BoxProcess(program, household)
    _ = try StatusQuestion.ask(household)
    var (alone, beside) = (Bottles(), Bottles(first: 100_000))
    try alone.save(at: household.socket, forSeconds: seconds, listed: nil)
    var lists = Lists(count: Self.askers, events: Self.events)
    let limit = Time.milliseconds + Self.limitSeconds * 1_000
    repeat {
      guard Time.milliseconds < limit else { throw Failure("\(lists.done) lists in \(Self.limitSeconds) s") }
      try beside.save(at: household.socket, forSeconds: seconds, listed: &lists)
    } while lists.done < Self.lists
    let begin = Time.milliseconds
    let ending = try box.end(by: SIGTERM)
    let end = Time.milliseconds - begin
    guard ending == 0, end < Self.endMilliseconds else {
      throw Failure("the box ended with \(ending) after \(end) ms")
    }
    let (usual, slowest) = (alone.waits.last ?? 0, beside.waits.last ?? 0)
    guard slowest <= usual + Self.patienceMilliseconds else {
      throw Failure("beside lists, a bottle took \(slowest) ms; without, at most \(usual)")
    }
    let lost = alone.saved.union(beside.saved).subtracting(try household.bottles())
    guard lost.isEmpty else { throw Failure("acknowledged and lost: \(lost.sorted())") }
    return
      "\(alone.waits.count) bottles alone: \(alone.text); \(beside.waits.count) beside \(lists.done) lists of "
      + "\(Self.events) events: \(beside.text); ended after \(end) ms"
  }

  /// Writes a log of sleeps, one an hour.
  private func fill(_ household: Household) throws {
    try PlainFile.createFolders(household.state)
    let wall = Instant(milliseconds: LinuxClock().wallMilliseconds)
    let start = JournalStart(
      kernelBootID: try KernelBoot.identity(), bootMilliseconds: 0, wall: wall, trust: .synced,
      random: (1, 2, 3))
    let opened = try Journal.open(try DirectoryStorage(directory: household.state), start: start)
    var journal = opened.journal
    let moment = Moment(
      boot: BootTime(boot: opened.recovered.boot, milliseconds: 0), wall: wall, trust: .synced)
    for first in stride(from: 0, to: Self.events, by: 200) {
      let drafts = (first..<first + 200).map { number -> JournalDraft in
        let begin = wall.adding(minutes: (number - Self.events) * 60)
        let care = Care(kind: .sleep, start: .wall(begin), end: .wall(begin.adding(minutes: 40)))
        return .care(
          CareEvent(
            id: EventID(high: 7, low: UInt64(number)), baby: BabyID(number: 1), moment: moment,
            source: .command,
            change: .added(care)))
      }
      _ = journal.append(drafts)
      while journal.wantsTending { journal.tend() }
    }
    try journal.close()
  }
}

/// Clients that ask for the whole log, each again once it has read its answer.
private struct Lists {
  private var open: [Question?]
  private let events: Int
  private(set) var done = 0

  init(count: Int, events: Int) { (open, self.events) = (Array(repeating: nil, count: count), events) }

  mutating func proceed(at socket: String) throws {
    for index in open.indices {
      guard var question = open[index] else {
        open[index] = Question(["log", "list", "--days", "3650"], at: socket)
        continue
      }
      let progress = question.proceed()
      open[index] = question
      switch progress {
      case .open: continue
      case .answered(exit: 0, let output) where output.split(separator: "\n").count >= events: done += 1
      case .answered(let exit, let output): throw Failure("a list ended with \(exit): \(output.suffix(80))")
      case .lost: throw Failure("a list was not answered to its end")
      }
      open[index] = nil
    }
  }
}

/// Bottles that are saved one after the other, and how long each took.
private struct Bottles {
  private(set) var saved: Set<Int> = []
  /// In milliseconds, the longest one last.
  private(set) var waits: [Int] = []
  private var next: Int

  init(first: Int = 0) { next = first }

  var text: String { "median \(waits[waits.count / 2]) ms, at most \(waits[waits.count - 1]) ms" }

  mutating func save(at socket: String, forSeconds seconds: Int, listed lists: UnsafeMutablePointer<Lists>?)
    throws
  {
    let end = Time.milliseconds + seconds * 1_000
    while Time.milliseconds < end {
      let begin = Time.milliseconds
      guard var question = Question(Bottle.words(next), at: socket) else { throw Failure("the box is away") }
      var exit: Int?
      while exit == nil {
        try lists?.pointee.proceed(at: socket)
        var ready = pollfd(fd: question.socket, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, 1)
        switch question.proceed() {
        case .open: break
        case .answered(let code, _): exit = code
        case .lost: throw Failure("bottle \(next) was not answered")
        }
      }
      guard exit == 0 else { throw Failure("bottle \(next) was refused with \(exit ?? 0)") }
      waits.append(Time.milliseconds - begin)
      saved.insert(next)
      next += 1
    }
    waits.sort()
  }
}
