import Bedside
import CareJournal
import Nursery

/// The events that reach the loop from the board. Large content is stored indirectly, since each turn moves a value of
/// this type.
package enum BoardEvent: Sendable {
  /// Buttons changed; oldest first.
  case edges([ButtonEdge])
  /// The storage finished a job.
  indirect case storage(StorageReport)
  /// The bus finished a job.
  indirect case bus(BusReport)
  /// The accelerometer's line signals that its FIFO is worth emptying.
  case motionWaits
  /// The wall clock was synchronised or set.
  case clockChanged
  /// A small file was replaced, by this process or another: one of quiet sessions, or the time of the last copy.
  case filesChanged
  /// A file of another box was brought.
  case peersChanged
  /// The thread for questions has read something for the loop.
  indirect case found(LogReading.Finding)
  /// A client asks; the answer goes to the token.
  indirect case request(token: Int, BoxRequest, Asker = Asker())
  /// The configuration file was read again, for the request of a token.
  indirect case configuration(ConfigurationReading, token: Int)
  /// The state was written for the watchers; whether it was worth sending.
  case stateWritten(wasSent: Bool)
  /// The GPIO chip has disappeared.
  case linesGone
  /// It is back, and its lines were requested again.
  case linesBack
  /// The state of the piezo, if it has become known or has changed.
  case piezo(PiezoNews)
  /// SIGTERM or SIGINT: stop the box.
  case stop
}

/// What the loop asks of the board. There are two boards: real parts, and simulated ones.
package protocol StationBoard: AnyObject {
  /// Both clocks, read together. Only the log knows the boot's ordinal, so it is 0 here.
  func readClocks() -> Moment
  /// The zone's transitions around a time; nil if they cannot be read.
  func readZone(around instant: Instant) -> ZoneWindow?
  /// Hands a job to the storage thread; a report comes back as an event. False: it has too many already, and did not
  /// accept it.
  func submit(_ job: StorageJob) -> Bool
  /// Has the thread for questions read something; the result comes back as an event. False: it has too many
  /// questions, and did not accept this.
  func submit(_ reading: LogReading) -> Bool
  /// Hands a job to the bus thread; a report comes back as an event.
  func submit(_ job: BusJob)
  /// Has the thread for questions read the configuration file again; `BoardEvent.configuration` comes back. False: it
  /// has too many questions, or this box has no configuration file.
  func readConfiguration(token: Int) -> Bool
  /// The buttons' levels now; nil while older edges wait, which come first.
  func readLevels() -> [Button: Bool]?
  /// Plays a tune while the loop continues, if there is a piezo; nil only makes it ready. `BoardEvent.piezo` comes
  /// back if its state has become known or has changed.
  func play(_ tune: Tune?)
  /// Switches the lamp, if there is one.
  func setLamp(lit: Bool)
  /// Has a question answered from the disk while the loop continues. False: too many questions wait, and this one was
  /// not accepted.
  func ask(_ question: LogQuestion, token: Int) -> Bool
  /// Keeps a client as a watcher of the state. False: the maximum number watch already, or it has left.
  func watch(_ token: Int) -> Bool
  /// How many watch the state.
  var watcherCount: Int { get }
  /// Has the state written and sent to the watchers while the loop continues; `BoardEvent.stateWritten` comes back.
  /// False: a document is being written already.
  func publish(_ question: StateWriter.Question) -> Bool
  /// A random number that cannot be guessed.
  func randomNumber() -> UInt64
  /// The address at which browsers on the local network reach the page: a name or a number, and the port if it is not
  /// 80.
  var pageAddress: String { get }
  /// Answers a request.
  func answer(_ token: Int, _ answer: BoxAnswer)
  /// Writes to the system's journal.
  func announce(_ text: String, _ priority: Priority)
  /// The log is open and the first picture is on its way: the box is up.
  func becameReady()
}

/// Decides when the loop reports to systemd's watchdog. A turn that happens anyway reports once a third of the
/// interval is over. Without one the loop wakes up after two thirds, so it can be late by a third.
package struct WatchdogAnswer: Hashable, Sendable {
  private let intervalMilliseconds: Int
  private var lastMilliseconds: Int?

  /// Reports to a watchdog with this interval; the first turn is reported.
  package init(intervalMilliseconds: Int) { self.intervalMilliseconds = intervalMilliseconds }

  /// The latest time at which the loop must turn for it, on the boot clock.
  package var dueMilliseconds: Int { lastMilliseconds.map { $0 + intervalMilliseconds * 2 / 3 } ?? 0 }

  /// A full turn is done: returns whether to report it.
  package mutating func isWorthReporting(at milliseconds: Int) -> Bool {
    if let last = lastMilliseconds, milliseconds - last < intervalMilliseconds / 3 { return false }
    lastMilliseconds = milliseconds
    return true
  }
}
