import CareJournal
import Nursery
import Testing

@testable import BoxRuntime

/// The wishes of a household, before they are kept.
@Suite struct WishBookTests {
  @Test("The wishes of a baby's last 7 days are kept")
  func daysThatAreKept() throws {
    let first = try #require(CivilDate(year: 2026, month: 2, day: 1))
    let (mia, ben) = (BabyID(number: 1), BabyID(number: 2))
    var book = WishBook()
    book.change([.naps(1)], of: ben, on: first, by: nil)
    for day in 0..<10 { book.change([.naps(2)], of: mia, on: first.adding(days: day), by: nil) }
    #expect(book.wishes.days[mia]?.map(\.date) == (3..<10).map { first.adding(days: $0) })
    #expect(book.wishes.days[ben]?.count == 1, "another baby's stay")
  }
}
