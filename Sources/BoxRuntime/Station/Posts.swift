import Bedside
import CareJournal
import Nursery

/// Requests that are answered once the card has kept something, by its content; and the files of other boxes.
struct Posts {
  var nights = NightsPost()
  var quiet = QuietPost()
  var phones = PhonePost()
  var wishes = WishPost()
  var peers: PeerFiles
  /// Whether the card refused the choice of a baby; it is kept with the next line that is saved.
  var isChoiceUnsaved = false

  /// Starts with the content of the card.
  mutating func start(with files: FoundFiles) {
    nights.start(with: files.nights)
    phones.start(with: files.phones)
    wishes.start(with: files.wishes)
  }

  /// Whether the queue is full: while the card hangs, jobs would pile up.
  var isCrowded: Bool {
    nights.waitingCount + quiet.waiting.count + phones.waitingCount + wishes.waitingCount
      >= StorageQueue.askerLimit
  }

  /// The job that saves what the model hands over. Nights that were not read are read first.
  func savingJob(_ content: KeptContent, token: Int?) -> StorageJob {
    if nights.isUnread, case .nights = content { return .readNights(token: token) }
    return .save(.ofModel(content), token: token)
  }
}

/// Remarks about nights between the command line and the card.
struct NightsPost {
  /// The requests that wait, by token.
  private var waiting: [Int: NightsWish] = [:]
  /// Whether the card did not return the kept nights. Then they are read before they are replaced.
  private(set) var isUnread = false
  /// Why remarks are not kept, if they are not.
  private(set) var refusal = "the flash refuses; the next change tries again"

  /// Starts with what the start has found; nil: the card did not return it.
  mutating func start(with reading: KeptReading<[BabyID: SleepStore]>?) {
    isUnread = reading == nil
    if reading == .newer { refusal = "\(SmallFile.nights.path) is of a newer version, and stays as it is" }
  }

  /// How many requests wait for the card.
  var waitingCount: Int { waiting.count }

  mutating func wait(_ token: Int, for wish: NightsWish) { waiting[token] = wish }

  /// Removes and returns the request that waits under a token.
  mutating func removeWaiting(_ token: Int) -> NightsWish? { waiting.removeValue(forKey: token) }

  /// The card has returned what was kept.
  mutating func noteRead() { isUnread = false }
}

/// What the loop remembers about quiet sessions between the model, the directory and the clients.
struct QuietPost: Sendable {
  /// A client that waits until the session is kept.
  struct Waiting: Sendable {
    var token: Int
    var isJSON: Bool
  }

  /// What the files held at the start.
  var finding = QuietFinding()
  var waiting: [Waiting] = []
  /// Whether the files could not be read when they were read last.
  var isUnreadable = false

  /// Whether the panel was to be dark when the process started.
  var isShielded: Bool { finding.state.shield != nil }

  /// Removes and returns all clients that wait.
  mutating func removeWaiting() -> [Waiting] {
    defer { waiting = [] }
    return waiting
  }

  /// Removes and returns the client that waits under a token.
  mutating func removeWaiting(_ token: Int) -> Waiting? {
    guard let index = waiting.firstIndex(where: { $0.token == token }) else { return nil }
    return waiting.remove(at: index)
  }
}

/// Wishes between the clients, the card and the box.
struct WishPost {
  /// The newest wishes, on the card or on their way to it.
  var book = WishBook()
  /// The wishes on the card, which are in force.
  private(set) var kept = WishBook()
  /// Why wishes cannot be kept; nil if they can.
  private(set) var refusal: String?
  /// The answers to send once the wishes are on the card, by token.
  private var waiting: [Int: BoxAnswer] = [:]

  /// Starts with the wishes that the start has read; nil: the card did not return them.
  mutating func start(with wishes: HouseholdWishes?) {
    kept.wishes = wishes ?? HouseholdWishes()
    book = kept
    refusal = wishes == nil ? "wishes.json could not be read: it is read again at the next start" : nil
  }

  /// How many clients wait for the card.
  var waitingCount: Int { waiting.count }

  /// Notes which client waits until the wishes are on the card.
  mutating func wait(_ token: Int, for answer: BoxAnswer) { waiting[token] = answer }

  /// The answers, now that the wishes are on the card, or the card has refused them: then everything is as before.
  mutating func settle(_ token: Int, _ wishes: HouseholdWishes, isOnFlash: Bool) -> BoxAnswer? {
    if isOnFlash { kept.wishes = wishes } else { book = kept }
    guard let answer = waiting.removeValue(forKey: token) else { return nil }
    return isOnFlash ? answer : .failure(.io, "NOT SAVED: the flash refuses; nothing is changed, try again")
  }
}
