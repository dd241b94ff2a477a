import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// Phones between the command line, the page and the card.
struct PhonePost {
  /// The outcome of a question about phones.
  enum Outcome {
    case answer(BoxAnswer)
    /// The answer, to be sent once the phones are on the card.
    case keep(BoxAnswer)
  }

  private(set) var book = PhoneBook()
  /// Why phones cannot be changed; nil if they can.
  var refusal: String?
  /// The answers to send once the phones are on the card, by token.
  private var waiting: [Int: BoxAnswer] = [:]
  /// The phones on the card.
  private var kept: [Phone] = []
  /// Whether a code was requested at the panel.
  var isCodeWanted = false
  /// The code that the panel shows.
  private var shownCode: String?

  /// Starts with the phones that the start has read; nil: the card did not return them.
  mutating func start(with phones: [Phone]?) {
    kept = phones ?? []
    book = PhoneBook(phones: kept)
    refusal =
      phones == nil
      ? "\(SmallFile.phones.path) could not be read: phones can be paired after the next start" : nil
  }

  /// How many clients wait for the card.
  var waitingCount: Int { waiting.count }

  /// Decides the outcome of a question.
  ///
  /// - Parameter random: makes random numbers.
  mutating func decide(
    _ wish: PhoneWish, at moment: Moment, now: Instant?, zone: ZoneWindow, page: String,
    random: () -> UInt64
  ) -> Outcome {
    do throws(PhoneBook.Refusal) {
      switch wish {
      case .list(let json): return .answer(list(in: zone, json: json))
      case .who(let token): return .answer(who(token, in: zone))
      case .pair(let json):
        if let refusal { return .answer(.failure(.io, refusal)) }
        let offer = try book.open(random: random(), at: moment.boot.milliseconds)
        return .answer(text(offer, page: page, now: now, zone: zone, json: json))
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

  /// Offers a code that was requested at the panel; false if none can be offered now.
  mutating func offer(random: UInt64, at moment: Moment) -> Bool {
    guard refusal == nil else { return false }
    do throws(PhoneBook.Refusal) {
      _ = try book.open(random: random, at: moment.boot.milliseconds)
      return true
    } catch {
      return false
    }
  }

  /// Notes which client waits until the phones are on the card.
  mutating func wait(_ token: Int, for answer: BoxAnswer) { waiting[token] = answer }

  /// The answers, now that the phones are on the card, or the card has refused them: then everything is as before.
  mutating func settle(_ token: Int, phones: [Phone], isOnFlash: Bool) -> BoxAnswer? {
    if isOnFlash { kept = phones } else { book.phones = kept }
    guard let answer = waiting.removeValue(forKey: token) else { return nil }
    return isOnFlash ? answer : .failure(.io, "NOT SAVED: the flash refuses; try again")
  }

  /// The offer that the panel should show, or no longer show; nil while it shows the right one.
  mutating func changedOffer() -> PhoneBook.Offer?? {
    guard shownCode != book.offer?.code else { return nil }
    shownCode = book.offer?.code
    return .some(book.offer)
  }

  /// Withdraws a code that has expired; returns whether there was one.
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

  private func text(
    _ offer: PhoneBook.Offer, page: String, now: Instant?, zone: ZoneWindow, json: Bool
  ) -> BoxAnswer {
    let until = now.map { ISO8601.text($0.adding(minutes: PhoneBook.codeMilliseconds / 60_000), in: zone) }
    guard !json else {
      let document: JSONValue = [
        "code": .string(offer.code), "until": .string(until), "address": .string(page),
      ]
      return BoxAnswer(output: JSONWriter.text(document) + "\n")
    }
    return BoxAnswer(output: "Open http://\(page) on the phone and enter \(offer.code) within two minutes.\n")
  }
}

/// The questions about phones: from the command line, and from the page on behalf of a phone.
package enum PhoneWish: Hashable, Sendable {
  /// Which phones there are.
  case list(json: Bool)
  /// Show a code.
  case pair(json: Bool)
  /// Remove a phone.
  case remove(String)
  /// Which phone a token belongs to.
  case who(token: String)
  /// A phone sends the code that it was told.
  case join(code: String, name: String)
}

extension PhoneWish {
  /// Reads what the page asks on behalf of a phone: `{"token":…}`, or `{"code":…,"name":…}`.
  package init(from fields: inout Fields) throws(FieldFault) {
    if let token = try fields.optional("token", as: .string) {
      self = .who(token: token)
    } else {
      self = .join(
        code: try fields.required("code", as: .string), name: try fields.required("name", as: .string))
    }
  }
}

extension FieldKind where Value == String {
  /// The name of a phone, as it is kept on a line of the log.
  static var phoneName: FieldKind {
    .text("a name of at most \(Phone.nameLimit) characters") { name in
      (1...Phone.nameLimit).contains(name.count) && name.utf8.count <= 4 * Phone.nameLimit
        ? name.printable : nil
    }
  }
}

extension Phone {
  /// The phone in JSON, without its hash.
  package func document(in zone: ZoneWindow) -> JSONValue {
    ["name": .string(name), "since": since.map { .string(ISO8601.text($0, in: zone)) } ?? .null]
  }
}

extension PhoneOffer {
  /// A code and the address at which to enter it, with a picture of both if the panel has room for one.
  init(_ offer: PhoneBook.Offer, at address: String) {
    let modules = QRModules.rows(of: "http://\(address)/#\(offer.code)")
    self.init(code: offer.code, address: address, picture: modules.flatMap { CodePicture($0) })
  }
}
