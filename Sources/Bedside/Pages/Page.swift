import Nursery

/// The pages, in MENU's order.
public enum Page: Hashable, Sendable {
  /// The state of the day at a glance.
  case now
  /// Today's schedule.
  case plan
  /// Naps, sleep and feeds of today against the age's targets.
  case today
  /// The last night and the week before it.
  case night
  /// The box's own condition.
  case box
  /// Chooses this baby for the buttons. If there are several babies, each has such a page.
  case baby(BabyID)

  /// The pages about a baby's day, in MENU's order.
  public static let ofADay: [Page] = [.now, .plan, .today, .night]

  /// The page's name, as in the golden frames and `shot` files.
  public var name: String {
    switch self {
    case .now: "now"
    case .plan: "plan"
    case .today: "today"
    case .night: "night"
    case .box: "box"
    case .baby(let id): "baby-\(id.number)"
    }
  }
}
