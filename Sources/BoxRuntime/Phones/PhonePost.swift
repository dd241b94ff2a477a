import Bedside
import CareJournal
import Nursery

/// Phones between the command line, the page and the card.
struct PhonePost {
  /// What a wish came to.
  enum Outcome {
    case answer(BoxAnswer)
    /// The answer, once the phones are on the card.
    case keep(BoxAnswer)
  }

  private(set) var book = PhoneBook()
  /// Why phones cannot be changed; nil when they can.
  var refusal: String?
  /// The answers to give once the phones are on the card, by token.
  private var waiting: [Int: BoxAnswer] = [:]
  /// The phones that the card has.
  private var kept: [Phone] = []
  /// Whether a code was asked for at the panel.
  var isCodeWanted = false
  /// The code that the panel shows.
  private var shownCode: String?

  /// Takes the phones that were read at the start; nil: the card did not give them.
  mutating func start(with phones: [Phone]?) {
    kept = phones ?? []
    book = PhoneBook(phones: kept)
    refusal =
      phones == nil
      ? "\(SmallFile.phones.path) could not be read: phones can be paired after the next start" : nil
  }

  /// How many wait for the card.
  var waitingCount: Int { waiting.count }

  /// Decides what a wish comes to.
  ///
  /// - Parameter random: makes random numbers.
  mutating func decide(
    _ wish: PhoneWish, at moment: Moment, now: Instant?, zone: ZoneWindow, random: () -> UInt64
  ) -> Outcome {
    do throws(PhoneBook.Refusal) {
      switch wish {
      case .list(let json): return .answer(list(in: zone, json: json))
      case .who(let token): return .answer(who(token, in: zone))
      case .pair(let json):
        if let refusal { return .answer(.failure(.io, refusal)) }
        let offer = try book.open(random: random(), at: moment.boot.milliseconds)
        return .answer(text(offer, now: now, zone: zone, json: json))
      case .join(let code, let name):
        if let refusal { return .answer(.failure(.io, refusal)) }
        let token = EventID(high: random(), low: random()).digits
        let phone = try book.pair(
          code: code, name: name, token: token, since: now, at: moment.boot.milliseconds)
        let document: JSONValue = ["token": .string(token), "name": .string(phone.name)]
        return .keep(BoxAnswer(output: JSONWriter.text(document) + "\n"))
      case .remove(let name):
        try book.remove(name)
        return .keep(BoxAnswer(output: "removed \(name.printable)\n"))
      }
    } catch {
      return .answer(.failure(error.exit, error.text))
    }
  }

  /// Offers a code that was asked for at the panel; false when none can be offered now.
  mutating func offer(random: UInt64, at moment: Moment) -> Bool {
    guard refusal == nil else { return false }
    do throws(PhoneBook.Refusal) {
      _ = try book.open(random: random, at: moment.boot.milliseconds)
      return true
    } catch {
      return false
    }
  }

  /// Notes who waits for the phones to be on the card.
  mutating func wait(_ token: Int, for answer: BoxAnswer) { waiting[token] = answer }

  /// What to answer, now that the phones are on the card, or were refused by it: then all is as before.
  mutating func settle(_ token: Int, phones: [Phone], isOnFlash: Bool) -> BoxAnswer? {
    if isOnFlash { kept = phones } else { book.phones = kept }
    guard let answer = waiting.removeValue(forKey: token) else { return nil }
    return isOnFlash ? answer : .failure(.io, "NOT SAVED: the flash refuses; try again")
  }

  /// The offer that the panel is to show, or to show no longer; nil while it shows the right one.
  mutating func changedOffer() -> PhoneBook.Offer?? {
    guard shownCode != book.offer?.code else { return nil }
    shownCode = book.offer?.code
    return .some(book.offer)
  }

  /// Withdraws a code whose time is over; whether there was one.
  mutating func expire(at milliseconds: Int) -> Bool { book.expire(at: milliseconds) }

  private func list(in zone: ZoneWindow, json: Bool) -> BoxAnswer {
    if json {
      return BoxAnswer(output: book.phones.map { JSONWriter.text($0.document(in: zone)) + "\n" }.joined())
    }
    guard !book.phones.isEmpty else { return BoxAnswer(output: "no phone is paired\n") }
    let width = book.phones.map(\.name.count).max() ?? 0
    return BoxAnswer(
      output: book.phones.map { phone in
        let since = phone.since.map { "since " + ISO8601.text($0, in: zone) } ?? ""
        return phone.name + String(repeating: " ", count: width - phone.name.count) + "  \(since)\n"
      }.joined())
  }

  private func who(_ token: String, in zone: ZoneWindow) -> BoxAnswer {
    guard let phone = book.phone(withToken: token) else { return .failure(.no, "no phone has this token") }
    return BoxAnswer(output: JSONWriter.text(phone.document(in: zone)) + "\n")
  }

  private func text(_ offer: PhoneBook.Offer, now: Instant?, zone: ZoneWindow, json: Bool) -> BoxAnswer {
    let until = now.map { ISO8601.text($0.adding(minutes: PhoneBook.codeMilliseconds / 60_000), in: zone) }
    guard !json else {
      let document: JSONValue = ["code": .string(offer.code), "until": until.map { .string($0) } ?? .null]
      return BoxAnswer(output: JSONWriter.text(document) + "\n")
    }
    return BoxAnswer(output: "code \(offer.code), for two minutes: enter it on the phone\n")
  }
}
