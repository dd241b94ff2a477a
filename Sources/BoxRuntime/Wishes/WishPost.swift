import CareJournal

/// Wishes between who asks, the card and the box.
struct WishPost {
  /// The newest wishes, on the card or on their way to it.
  var book = WishBook()
  /// What the card has, which is in force.
  private(set) var kept = WishBook()
  /// Why wishes cannot be kept; nil when they can.
  private(set) var refusal: String?
  /// The answers to give once the wishes are on the card, by token.
  private var waiting: [Int: BoxAnswer] = [:]

  /// Takes the wishes that were read at the start; nil: the card did not give them.
  mutating func start(with wishes: HouseholdWishes?) {
    kept.wishes = wishes ?? HouseholdWishes()
    book = kept
    refusal = wishes == nil ? "wishes.json could not be read: it is read again at the next start" : nil
  }

  /// How many wait for the card.
  var waitingCount: Int { waiting.count }

  /// Notes who waits for the wishes to be on the card.
  mutating func wait(_ token: Int, for answer: BoxAnswer) { waiting[token] = answer }

  /// What to answer, now that wishes are on the card, or were refused by it: then all is as before.
  mutating func settle(_ token: Int, _ wishes: HouseholdWishes, isOnFlash: Bool) -> BoxAnswer? {
    if isOnFlash { kept.wishes = wishes } else { book = kept }
    guard let answer = waiting.removeValue(forKey: token) else { return nil }
    return isOnFlash ? answer : .failure(.io, "NOT SAVED: the flash refuses; nothing is changed, try again")
  }
}
