import CareJournal
import Nursery

/// The phones that may use the page, and the pairing of a new one: a code of six digits, for two minutes.
struct PhoneBook: Sendable {
  /// How long a code is valid.
  static let codeMilliseconds = 120_000
  /// How many wrong codes end the pairing.
  static let triesAllowed = 5
  /// How long no pairing can begin after that.
  static let closedMilliseconds = 600_000

  /// The code on the panel.
  struct Offer: Hashable, Sendable {
    /// Six digits.
    let code: String
    /// Until when it is valid, on the boot clock.
    let untilMilliseconds: Int
  }

  /// Why a phone is not paired.
  enum Refusal: Error, Hashable, Sendable {
    /// Nothing is being paired, or the two minutes are over.
    case noOffer
    /// Another code is on the panel.
    case wrongCode
    /// Too many wrong codes: none is accepted for this many seconds.
    case closed(seconds: Int)
    /// A name is empty or too long.
    case badName
    /// The maximum number of phones is reached.
    case full
    /// No phone has this name.
    case unknown(String)
  }

  /// The phones, in the order in which they were paired.
  var phones: [Phone]
  private(set) var offer: Offer?
  private var wrongTries = 0
  private var closedUntil = 0

  init(phones: [Phone] = []) { self.phones = phones }

  /// When the offer ends, on the boot clock; nil while there is none.
  var nextDeadline: Int? { offer?.untilMilliseconds }

  /// Offers a new code, made from a random number.
  mutating func open(random: UInt64, at milliseconds: Int) throws(Refusal) -> Offer {
    try refuseWhileClosed(at: milliseconds)
    guard phones.count < Phone.limit else { throw .full }
    let digits = String(random % 1_000_000)
    let code = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    let offer = Offer(code: code, untilMilliseconds: milliseconds + Self.codeMilliseconds)
    self.offer = offer
    wrongTries = 0
    return offer
  }

  /// Withdraws a code that has expired; returns whether there was one.
  mutating func expire(at milliseconds: Int) -> Bool {
    guard let offer, offer.untilMilliseconds <= milliseconds else { return false }
    self.offer = nil
    return true
  }

  /// Adds the phone that sent the code. A name that is in use gets a number.
  mutating func pair(
    code: String, name: String, token: String, since: Instant?, at milliseconds: Int
  ) throws(Refusal) -> Phone {
    try refuseWhileClosed(at: milliseconds)
    _ = expire(at: milliseconds)
    guard let offer else { throw .noOffer }
    let name = name.printable
    guard (1...Phone.nameLimit).contains(name.count), name.contains(where: { $0 != " " }) else {
      throw .badName
    }
    guard code == offer.code else { throw noteWrongCode(at: milliseconds) }
    self.offer = nil
    let phone = Phone(name: free(name), hash: Phone.hash(ofToken: token), since: since)
    phones.append(phone)
    return phone
  }

  /// The phone to which a token belongs.
  func phone(withToken token: String) -> Phone? {
    let hash = Phone.hash(ofToken: token)
    return phones.first { $0.hash == hash }
  }

  /// Removes a phone by its name.
  mutating func remove(_ name: String) throws(Refusal) {
    guard let index = phones.firstIndex(where: { $0.name == name }) else { throw .unknown(name) }
    phones.remove(at: index)
  }

  private func refuseWhileClosed(at milliseconds: Int) throws(Refusal) {
    guard closedUntil <= milliseconds else {
      throw .closed(seconds: (closedUntil - milliseconds + 999) / 1000)
    }
  }

  private mutating func noteWrongCode(at milliseconds: Int) -> Refusal {
    wrongTries += 1
    guard wrongTries >= Self.triesAllowed else { return .wrongCode }
    offer = nil
    closedUntil = milliseconds + Self.closedMilliseconds
    return .closed(seconds: Self.closedMilliseconds / 1000)
  }

  private func free(_ name: String) -> String {
    let names = Set(phones.map(\.name))
    guard names.contains(name) else { return name }
    let numbered = (2...Phone.limit + 1).map { "\(name.prefix(Phone.nameLimit - 3)) \($0)" }
    return numbered.first { !names.contains($0) } ?? name
  }
}

extension PhoneBook.Refusal {
  /// The refusal in words.
  package var text: String {
    switch self {
    case .noOffer: "no phone is being paired: open the box's Phone page, or run `cribside phones pair`"
    case .wrongCode: "that is not the code on the panel"
    case .closed(let seconds): "too many wrong codes: try again in \(seconds) s"
    case .badName: "a name has 1 to \(Phone.nameLimit) characters"
    case .full: "\(Phone.limit) phones are paired: remove one first"
    case .unknown(let name): "no phone named \(name.printable); see cribside phones"
    }
  }

  /// The exit code for it.
  package var exit: ExitStatus {
    switch self {
    case .noOffer, .wrongCode: .no
    case .closed: .again
    case .badName, .unknown: .data
    case .full: .no
    }
  }
}
