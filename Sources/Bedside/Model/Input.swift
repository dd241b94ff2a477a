import CribMotion
import Nursery

/// Everything that can happen to the box. Each input comes with the `Moment` at which it is handled. Large contents are
/// stored indirectly, because a value of this type is moved in every turn.
public enum Input: Hashable, Sendable {
  /// A button's level changed.
  case edge(ButtonEdge)
  /// The levels were read, at the start or because of `Effect.readLevels`. No older edge is unread.
  case levels([Button: Bool])
  /// These events are on the card now. While the card refuses others (`isHolding`), everything that is not saved is in
  /// memory only and will be retried. `stamps` has the places of the lines in the order of the household.
  case saved([EventID], isHolding: Bool = false, stamps: [EventID: LineStamp] = [:])
  /// Lines of other boxes are on the card now. `clocks` is what they say about the clocks.
  indirect case received([ReceivedEvent], clocks: ClockHistory)
  /// The program that connects the household has reported its state.
  case link(LinkNews)
  /// The wall clock was synchronised or set. The moment has the new time.
  case clockReport
  /// The zone's transitions changed.
  indirect case zone(ZoneWindow)
  /// The configuration was read again, and is in force.
  indirect case settings(BedsideSettings)
  /// The configuration was read again and refused because of a line, which is 0 if the fault has no line. The old one
  /// stays in force.
  case settingsRefused(atLine: Int)
  /// A part began or ceased to answer.
  case part(Part, BoxCondition.PartState)
  /// The accelerometer was read.
  case motion(MotionReading)
  /// What the card has of the days of `Effect.readActivity`.
  case activityRead([KeptActivity])
  /// A person says that the crib is empty and no one will touch it for 6 minutes: measure it.
  case measureEmptyCrib
  /// A small file that `Effect.keep` handed over is on the card, or is not.
  indirect case kept(KeptContent, isOnFlash: Bool)
  /// A request over the control socket.
  indirect case request(CareRequest)
  /// Remarks about nights over the control socket.
  case nightRemarks(BabyID, [NightRemark], token: Int)
  /// The kept nights could not be read at the start, but now were. The file has not been replaced. If there is a token,
  /// its client still waits until its remarks are kept.
  case nightsFound([BabyID: SleepStore], token: Int?)
  /// An input for quiet sessions: a request, which is answered if it has a token, or what the files hold.
  indirect case quiet(QuietInput, token: Int?)
  /// The code to enter on a phone; nil if none is being paired.
  case phone(PhoneOffer?)
  /// No code can be offered now: there were too many wrong ones, or there are as many phones as allowed.
  case noPhoneNow
  /// A person or a phone says what time it is. This is answered once the line is on the card.
  case clockByHand(Instant, token: Int?, by: ClockTrust = .hand)
  /// When the log was last copied; nil if that is not known.
  case logCopied(Instant?)
  /// The result of `Effect.checkSegment`.
  case segmentChecked(SegmentCheck)
  /// Time has passed; `nextDeadline` may be due.
  case tick

  /// A part that may fail while the box still works.
  public enum Part: Hashable, Sendable {
    /// The OLED.
    case panel
    /// The accelerometer.
    case accelerometer
    /// The chip with the buttons' lines.
    case buttons
    /// The piezo.
    case piezo
  }
}

/// A request that changes the log.
public struct CareRequest: Hashable, Sendable {
  /// Links the answer to the client.
  public var token: Int
  /// The baby whose log it changes.
  public var baby: BabyID
  /// The change.
  public var command: CareCommand
  /// Older events from the card that the box did not hold in memory: those that the command is about, or is compared
  /// with.
  public var around: [CareRecord]
  /// The name of the phone that sent it; nil for the box itself.
  public var by: String?
  /// The id for its line; nil if the box chooses one. If a line with this id is known, the request was carried out
  /// before.
  public var id: EventID?

  /// A request whose answer has `token`.
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

/// The answer to a request.
public enum CareAnswer: Hashable, Sendable {
  /// It is on the card, as this event.
  case saved(CareEvent)
  /// It is on the card from an earlier request with the same id. Nothing was done.
  case alreadySaved(EventID)
  /// The time that a person set is in the log, or in memory only.
  case clock(Instant, isSaved: Bool)
  /// The network or a battery clock has set the clock, so no person may change it.
  case clockIsSet
  /// It is in memory only, and will be retried.
  case notSaved(CareEvent)
  /// The rules refused it.
  case refused(Refusal)
}
