/// A field of a schedule request, so that a fault can name it as the command line's JSON does.
public enum ScheduleField: Hashable, Sendable {
  /// The wake time.
  case wakeTime
  /// The bedtime.
  case bedTime
  /// How many naps are wanted.
  case preferredNaps
  /// The length of a nap, its position counted from 0, in the lengths of a nap count.
  case napLength(naps: Int, index: Int)
  /// The shortest wake window.
  case minimumWindow
  /// The longest wake window.
  case maximumWindow
  /// The wake window before bed.
  case lastWindow
  /// The longest first wake window.
  case maximumFirstWindow
  /// The total that power sleep aims at.
  case powerTarget
  /// The start of the time to be awake.
  case awakeStart
  /// The end of the time to be awake.
  case awakeEnd
  /// The start of the time to be asleep.
  case asleepStart
  /// The end of the time to be asleep.
  case asleepEnd
  /// Which nap a recorded one was; recorded naps are counted from 0.
  case actualNumber(index: Int)
  /// When a recorded nap began.
  case actualStart(index: Int)
  /// When a recorded nap ended.
  case actualEnd(index: Int)

  /// The field's path: `actualNaps[1].start`.
  public var name: String {
    switch self {
    case .wakeTime: "wakeTime"
    case .bedTime: "bedTime"
    case .preferredNaps: "preferredNaps"
    case .napLength(let naps, let index): "napLengths.\(ScheduleField.word(naps))[\(index)]"
    case .minimumWindow: "wakeWindows.min"
    case .maximumWindow: "wakeWindows.max"
    case .lastWindow: "wakeWindows.last"
    case .maximumFirstWindow: "wakeWindows.maxFirst"
    case .powerTarget: "powerSleep.targetMinutes"
    case .awakeStart: "constraints.awake.start"
    case .awakeEnd: "constraints.awake.end"
    case .asleepStart: "constraints.asleep.start"
    case .asleepEnd: "constraints.asleep.end"
    case .actualNumber(let index): "actualNaps[\(index)].nap"
    case .actualStart(let index): "actualNaps[\(index)].start"
    case .actualEnd(let index): "actualNaps[\(index)].end"
    }
  }

  /// The key of a nap count's lengths.
  private static func word(_ naps: Int) -> String {
    switch naps {
    case 1: "one"
    case 2: "two"
    case 3: "three"
    case 4: "four"
    default: "five"
    }
  }
}
