import CareJournal
import Testing

@testable import BoxRuntime

/// Which code pairs a phone, how long it is valid, and how many guesses are allowed.
@Suite struct PhoneBookTests {
  private static let token = "00112233445566778899aabbccddeeff"

  private func join(_ book: inout PhoneBook, _ code: String, _ name: String = "Anna", at time: Int) throws
    -> Phone
  {
    try book.pair(code: code, name: name, token: Self.token, since: nil, at: time)
  }

  @Test("A code holds for two minutes")
  func aCodeHoldsForTwoMinutes() throws {
    var book = PhoneBook()
    let offer = try book.open(random: 42, at: 1_000)
    #expect(offer.code == "000042")
    #expect(book.nextDeadline == 121_000)
    #expect(throws: PhoneBook.Refusal.noOffer) { _ = try join(&book, "000042", at: 121_000) }
    #expect(book.phones.isEmpty)
  }

  @Test("Five wrong codes close the pairing for ten minutes")
  func fiveWrongCodesCloseThePairingForTenMinutes() throws {
    var book = PhoneBook()
    _ = try book.open(random: 42, at: 0)
    for _ in 0..<4 { #expect(throws: PhoneBook.Refusal.wrongCode) { _ = try join(&book, "999999", at: 0) } }
    #expect(throws: PhoneBook.Refusal.closed(seconds: 600)) { _ = try join(&book, "999999", at: 0) }
    #expect(throws: PhoneBook.Refusal.closed(seconds: 1)) { _ = try join(&book, "000042", at: 599_001) }
    #expect(throws: PhoneBook.Refusal.closed(seconds: 1)) { _ = try book.open(random: 7, at: 599_999) }
    #expect(try book.open(random: 7, at: 600_000).code == "000007")
    #expect(try join(&book, "000007", at: 600_001).name == "Anna")
  }

  @Test("Two phones of one name are told apart")
  func twoPhonesOfOneNameAreToldApart() throws {
    var book = PhoneBook()
    for name in ["Anna", "Anna 2", "Anna 3"] {
      _ = try book.open(random: 1, at: 0)
      #expect(try join(&book, "000001", at: 0).name == name)
    }
    try book.remove("Anna")
    #expect(book.phones.map(\.name) == ["Anna 2", "Anna 3"])
    #expect(throws: PhoneBook.Refusal.unknown("Anna")) { try book.remove("Anna") }
  }

  @Test("Bad names are refused", arguments: ["", "   ", String(repeating: "a", count: 41)])
  func badNamesAreRefused(name: String)
    throws
  {
    var book = PhoneBook()
    _ = try book.open(random: 1, at: 0)
    #expect(throws: PhoneBook.Refusal.badName) { _ = try join(&book, "000001", name, at: 0) }
  }

  @Test("A household has 32 phones")
  func aHouseholdHas32Phones() throws {
    var book = PhoneBook(phones: (0..<32).map { Phone(name: "\($0)", hash: "\($0)", since: nil) })
    #expect(throws: PhoneBook.Refusal.full) { _ = try book.open(random: 1, at: 0) }
  }
}
