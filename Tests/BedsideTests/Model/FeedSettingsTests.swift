import Nursery
import Testing

@testable import Bedside

/// The amount that a bottle is logged with, and how it is changed and shown.
@Suite struct FeedSettingsTests {
  @Test("A step changes the amount by 10 ml or half an ounce, within what a bottle can have")
  func steps() {
    var settings = FeedSettings()
    #expect(settings.stepped(120, up: true) == 130)
    #expect(settings.stepped(125, up: true) == 130)
    #expect(settings.stepped(120, up: false) == 110)
    #expect(settings.stepped(10, up: false) == 10)
    #expect(settings.stepped(1000, up: true) == 1000)
    settings.usesOunces = true
    #expect(settings.stepped(118, up: true) == 133, "4 to 4.5 ounces")
    #expect(settings.stepped(118, up: false) == 103, "4 to 3.5 ounces")
  }

  @Test("As many steps down as up restore an amount in ounces")
  func ouncesComeBack() {
    var settings = FeedSettings()
    settings.usesOunces = true
    var amount = FeedSettings.milliliters(halfOunces: 8)
    for _ in 0..<12 { amount = settings.stepped(amount, up: true) }
    for _ in 0..<12 { amount = settings.stepped(amount, up: false) }
    #expect(FeedSettings.halfOunces(amount) == 8)
  }

  @Test(
    "An amount is shown in the household's unit",
    arguments: [
      (120, false, "120 ml"), (118, true, "4 oz"), (133, true, "4.5 oz"),
    ])
  func shown(milliliters: Int, usesOunces: Bool, text: String) {
    #expect(Words.english.amount(BottleAmount(milliliters: milliliters, usesOunces: usesOunces)) == text)
  }
}
