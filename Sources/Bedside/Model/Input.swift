import Nursery

/// Everything that can happen to the box. Each comes with the `Moment` it is handled at. What is large is stored apart,
/// since a value of this type is moved with each turn.
public enum Input: Hashable, Sendable {
  /// A button's level changed.
  case edge(ButtonEdge)
  /// The levels were read, at start or because `readLevels` asked for them; no edge is older and unread.
  case levels([Button: Bool])
  /// These events are on the flash now. While it refuses others (`isHolding`), everything not yet saved is in memory
  /// only, and will be retried. `stamps` says where their lines stand in the order of the household.
  case saved([EventID], isHolding: Bool = false, stamps: [EventID: LineStamp] = [:])
  /// Lines of other boxes are on the flash now, and what they say of the clocks.
  indirect case received([ReceivedEvent], clocks: ClockHistory)
  /// The program that connects the household has said how it stands.
  case link(LinkNews)
  /// The wall clock was synchronised or set; the moment says to what.
  case clockReport
  /// The zone's transitions changed.
  indirect case zone(ZoneWindow)
  /// The configuration was read again, and is in force.
  indirect case settings(BedsideSettings)
  /// It was read again and refused, at a line; 0 where the fault has none. What was in force stays so.
  case settingsRefused(atLine: Int)
  /// A part began or ceased to answer.
  case part(Part, BoxCondition.PartState)
  /// The accelerometer was read.
  case motion(MotionReading)
  /// From now on the crib is empty and left alone for 5 min, says a person: measure it.
  case measureEmptyCrib
  /// What was learnt of the accelerometer is on the flash, or could not be written.
  case calibrationKept(Bool)
  /// Someone asks over the control socket.
  indirect case request(CareRequest)
  /// Someone says something about a night over the control socket.
  case nightRemarks(BabyID, [NightRemark], token: Int)
  /// The nights handed over last could not be written.
  case nightsNotKept
  /// What was kept of nights could not be read at the start, and now was; nothing has been replaced yet. A client that
  /// waits with a token until its words are kept still waits.
  case nightsFound([BabyID: SleepStore], token: Int?)
  /// Something about quiet sessions: a wish, to be answered if it has a token, or what the files hold.
  indirect case quiet(QuietInput, token: Int?)
  /// The code that a phone is to be told; nil: none is being paired.
  case phone(PhoneOffer?)
  /// No code can be offered now: there were too many wrong ones, or there are as many phones as may be.
  case noPhoneNow
  /// A person says what time it is, or a phone does; answered once the line is on the flash.
  case clockByHand(Instant, token: Int?, by: ClockTrust = .hand)
  /// When the log was copied last, as far as anyone knows.
  case logCopied(Instant?)
  /// What came of `Effect.checkSegment`.
  case segmentChecked(SegmentCheck)
  /// Time has passed; `nextDeadline` may be due.
  case tick

  /// A part that may fail while the box still works.
  public enum Part: Hashable, Sendable {
    /// The OLED.
    case panel
    /// The accelerometer.
    case accelerometer
    /// The chip that the buttons' lines are on.
    case buttons
    /// The piezo.
    case piezo
  }
}

/// A wish from the command line.
public struct CareRequest: Hashable, Sendable {
  /// Pairs the answer with the asker.
  public var token: Int
  /// Whose log.
  public var baby: BabyID
  /// What is wished.
  public var command: CareCommand
  /// Events that the box did not hold, and that the command is about or held against: older ones, from the disk.
  public var around: [CareRecord]
  /// The name of the phone that wishes it; nil for the box itself.
  public var by: String?
  /// The id of the line that fulfils it. A wish whose line is known was fulfilled before; nil: the box chooses.
  public var id: EventID?

  /// A wish to be answered under `token`.
  public init(
    token: Int, baby: BabyID, command: CareCommand, around: [CareRecord] = [], by: String? = nil,
    id: EventID? = nil
  ) {
    self.token = token
    self.baby = baby
    self.command = command
    self.around = around
    self.by = by
    self.id = id
  }
}

/// What a request came to.
public enum CareAnswer: Hashable, Sendable {
  /// On the flash, as this event.
  case saved(CareEvent)
  /// On the flash since an earlier wish with the same id; nothing was done.
  case alreadySaved(EventID)
  /// A person's time, in the log or in memory only.
  case clock(Instant, isSaved: Bool)
  /// A machine has set the clock, and no hand may move it.
  case clockIsSet
  /// In memory only; it will be retried.
  case notSaved(CareEvent)
  /// The rules said no.
  case refused(Refusal)
}
