import Bedside
import CareJournal
import Nursery

/// What reaches the loop from the board. What is large is stored apart, since a value of this type is moved with each turn.
package enum BoardEvent: Sendable {
  /// Buttons changed; oldest first.
  case edges([ButtonEdge])
  /// The storage finished a job.
  indirect case storage(StorageReport)
  /// The bus finished a job.
  indirect case bus(BusReport)
  /// The accelerometer's line says that its FIFO is worth emptying.
  case motionWaits
  /// The wall clock was synchronised or set.
  case clockChanged
  /// A small file was replaced, by this process or another: one of quiet sessions, or the time of the last copy.
  case filesChanged
  /// A file of another box was brought.
  case peersChanged
  /// The thread for questions has read something for the loop.
  indirect case found(LogReading.Finding)
  /// Someone asks; the answer goes to the token.
  indirect case request(token: Int, BoxRequest, Asker = Asker())
  /// The configuration file was read again, for the request of a token.
  indirect case configuration(ConfigurationReading, token: Int)
  /// The state was written for the watchers; whether it was worth sending.
  case stateWritten(wasSent: Bool)
  /// The GPIO chip went away.
  case linesGone
  /// It is back, and its lines were requested again.
  case linesBack
  /// How the piezo stands, where that has become known or changed.
  case piezo(PiezoNews)
  /// SIGTERM, SIGINT: put everything to rest.
  case stop
}

/// What the loop asks of the board. Two of them: real parts, and simulated ones.
package protocol StationBoard: AnyObject {
  /// Both clocks, read together. The boot's ordinal is the log's to say, so it is 0 here.
  func readClocks() -> Moment
  /// The zone's transitions around a time; nil where they cannot be had.
  func readZone(around instant: Instant) -> ZoneWindow?
  /// Hands a job to the storage thread; a report comes back as an event. False: it has too many already, and did not
  /// take it.
  func submit(_ job: StorageJob) -> Bool
  /// Has the thread for questions read something; what it finds comes back as an event. False: it has too many
  /// questions, and did not accept this.
  func submit(_ reading: LogReading) -> Bool
  /// Hands a job to the bus thread; a report comes back as an event.
  func submit(_ job: BusJob)
  /// Has the thread for questions read the configuration file again; `BoardEvent.configuration` comes back. False: it has
  /// too many questions, or this box has no such file.
  func readConfiguration(token: Int) -> Bool
  /// The buttons' levels now; nil while edges wait that are older, and come first.
  func readLevels() -> [Button: Bool]?
  /// Plays a tune while the loop continues, where there is a piezo; nil only makes it ready. `BoardEvent.piezo` comes
  /// back where its state has become known or changed.
  func play(_ tune: Tune?)
  /// Switches the lamp, where there is one.
  func setLamp(lit: Bool)
  /// Reads the disk for a question, and answers it, while the loop continues. False: too many questions wait, and it
  /// did not accept this one.
  func ask(_ question: LogQuestion, token: Int) -> Bool
  /// Keeps who asked as a watcher of the state. False: as many watch as may, or it has gone.
  func watch(_ token: Int) -> Bool
  /// How many watch the state.
  var watcherCount: Int { get }
  /// Has the state written and sent to the watchers, while the loop continues; `BoardEvent.stateWritten` comes back. False:
  /// one is being written.
  func publish(_ question: StateWriter.Question) -> Bool
  /// A random number that no one can guess.
  func randomNumber() -> UInt64
  /// Where browsers on the local network reach the page: a name or an address, and a port where that is not 80.
  var pageAddress: String { get }
  /// Answers a request.
  func answer(_ token: Int, _ answer: BoxAnswer)
  /// Tells the system's journal.
  func announce(_ text: String, _ priority: Priority)
  /// The log is open and the first picture is on its way: the box is up.
  func becameReady()
}

/// How much a line of the system's journal matters: syslog's numbers.
package enum Priority: Int, Hashable, Sendable {
  case critical = 2
  case error = 3
  case warning = 4
  case notice = 5
  case information = 6
}

/// When the loop tells systemd's watchdog that it turns. A turn that happens anyway does, once a third of the interval is
/// over; for want of one the loop wakes up after two thirds, which leaves it a third to be late in.
package struct WatchdogAnswer: Hashable, Sendable {
  private let intervalMilliseconds: Int
  private var lastMilliseconds: Int?

  /// Answers for a watchdog that waits so long; the first turn is reported.
  package init(intervalMilliseconds: Int) {
    self.intervalMilliseconds = intervalMilliseconds
  }

  /// When the loop has to turn for it at the latest, on the boot clock.
  package var dueMilliseconds: Int { lastMilliseconds.map { $0 + intervalMilliseconds * 2 / 3 } ?? 0 }

  /// A full turn is done: whether to report it.
  package mutating func isWorthTelling(at milliseconds: Int) -> Bool {
    if let last = lastMilliseconds, milliseconds - last < intervalMilliseconds / 3 { return false }
    lastMilliseconds = milliseconds
    return true
  }
}
