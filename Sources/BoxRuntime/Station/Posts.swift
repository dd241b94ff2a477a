import Bedside
import CareJournal
import Nursery

/// Requests that are answered once the card has kept something, by what it keeps; and the files of other boxes.
struct Posts {
  var nights = NightsPost()
  var quiet = QuietPost()
  var phones = PhonePost()
  var wishes = WishPost()
  var peers: PeerFiles

  /// Starts with what the card had.
  mutating func start(with recovery: Recovery) {
    nights.start(isUnread: recovery.hasUnreadNights, isNewer: recovery.hasNewerNights)
    phones.start(with: recovery.phones)
    wishes.start(with: recovery.wishes)
  }

  /// Whether no one else may wait: while the card hangs, their jobs would pile up.
  var isCrowded: Bool {
    nights.waitingCount + quiet.waiting.count + phones.waitingCount + wishes.waitingCount
      >= StorageQueue.askerLimit
  }
}

/// Remarks about nights between the command line and the card.
struct NightsPost {
  /// The requests that wait, by token.
  private var waiting: [Int: NightsWish] = [:]
  /// The card would not give what was kept of nights: it is read before it is replaced.
  private var isUnread = false
  /// Why remarks are not kept, if they are not.
  private(set) var refusal = "the flash refuses; the next change tries again"

  mutating func start(isUnread: Bool, isNewer: Bool) {
    self.isUnread = isUnread
    if isNewer { refusal = "\(SmallFile.nights.path) is of a newer version, and stays as it is" }
  }

  /// How many wait for the card.
  var waitingCount: Int { waiting.count }

  mutating func wait(_ token: Int, for wish: NightsWish) { waiting[token] = wish }

  /// The request that waits under a token; it no longer does.
  mutating func removeWaiting(_ token: Int) -> NightsWish? { waiting.removeValue(forKey: token) }

  /// The card has given what was kept.
  mutating func noteRead() { isUnread = false }

  /// What the storage has to do so that nights are kept.
  func job(keeping nights: [BabyID: SleepStore], token: Int?) -> StorageJob {
    isUnread ? .readNights(token: token) : .save(.nights(nights), token: token)
  }
}
