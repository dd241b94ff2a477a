import Nursery
import Testing

@testable import Bedside

/// What the model does with gestures from before its log was open.
@Suite struct EarlyHandsTests {
  private static let begin = 40_000
  private static let noon = Instant(milliseconds: 20_495 * 86_400_000 + 12 * 3_600_000)

  private static func moment(_ milliseconds: Int, years: Int = 0) -> Moment {
    let wall = noon.milliseconds + milliseconds + years * 31_557_600_000
    return Moment(
      boot: BootTime(boot: 2, milliseconds: milliseconds), wall: Instant(milliseconds: wall), trust: .synced)
  }

  /// A box of two babies. The boot before this one was synced.
  private static func model() -> BedsideModel {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    let residents = [1, 2].map {
      BedsideSettings.Resident(id: BabyID(number: $0), name: "Baby \($0)", baby: baby)
    }
    var settings = BedsideSettings(residents: residents, zone: .utc)
    settings.darkAfterMinutes = 10
    var clocks = ClockHistory()
    clocks.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: noon.adding(minutes: -60))
    return BedsideModel(settings: settings, logs: [:], clocks: clocks, idSeed: 1, box: BoxCondition())
  }

  /// Separate short presses, at times after the start of the process.
  private static func hands(_ presses: [(button: Button, milliseconds: Int)]) -> EarlyHands {
    var hands = EarlyHands(startMilliseconds: begin)
    hands.reconcile(levels: [:], milliseconds: begin)
    for press in presses {
      for (isPressed, offset) in [(true, 0), (false, 80)] {
        hands.feed(
          ButtonEdge(
            button: press.button, isPressed: isPressed, milliseconds: begin + press.milliseconds + offset))
      }
      hands.advance(to: begin + press.milliseconds + 200)
    }
    return hands
  }

  private static func events(_ effects: [Effect]) -> [CareEvent] {
    effects.flatMap { effect -> [CareEvent] in
      guard case .append(let writes) = effect else { return [] }
      return writes.compactMap { if case .care(let event) = $0 { event } else { nil } }
    }
  }

  @Test("Each gesture has its own time")
  func eachGestureHasItsOwnTime() {
    var model = Self.model()
    let hands = Self.hands([(.feed, 1_000), (.nap, 5_000), (.feed, 9_000)])
    let times = Self.events(model.handle(hands, at: Self.moment(3_600_000))).map(\.moment)
    // The nap ends the nursing that is running.
    #expect(times.map(\.boot.milliseconds) == [41_000, 45_000, 45_000, 49_000])
    #expect(times.map(\.wall) == [41_000, 45_000, 45_000, 49_000].map { Self.moment($0).wall })
  }

  /// A page that stays for long enough counts as chosen, even before the panel could show it.
  @Test(
    "A page that rests is a choice",
    arguments: [(restMilliseconds: 3_000, baby: 2), (restMilliseconds: 1_000, baby: 1)])
  func aPageThatRestsIsAChoice(restMilliseconds: Int, baby: Int) {
    var model = Self.model()
    // MENU's order: Now, Plan, Today, Night, Box, Baby 2.
    var presses = (0..<5).map { (button: Button.menu, milliseconds: $0 * 1_000) }
    presses.append((.menu, 4_000 + restMilliseconds))
    presses.append((.nap, 4_000 + restMilliseconds + 1_000))
    let events = Self.events(model.handle(Self.hands(presses), at: Self.moment(3_600_000)))
    #expect(events.map(\.baby) == [BabyID(number: baby)])
  }

  /// A start checks its clock once, however many presses came before.
  @Test("Presses do not confirm a clock")
  func pressesDoNotConfirmAClock() {
    var model = Self.model()
    let now = Self.moment(3_600_000, years: 100)
    let effects =
      model.handle(Self.hands([(.nap, 1_000), (.feed, 9_000)]), at: now) + model.handle(.clockReport, at: now)
    let held = effects.count { if case .announce(.clockHeld) = $0 { true } else { false } }
    #expect(held == 1)
    #expect(!model.clockHistory.isSynced(boot: 2))
  }

  @Test("A box with early presses is lit")
  func aBoxWithEarlyPressesIsLit() {
    var model = Self.model()
    let hold = Self.hands([(.nap, 1_000), (.nap, 200_000), (.menu, 300_000)])
    _ = model.handle(hold, at: Self.moment(7_200_000))
    #expect(!model.screen.isDark)
  }

  @Test("That there is nothing to undo is shown now")
  func thatThereIsNothingToUndoIsShownNow() {
    var hands = Self.hands([])
    hands.feed(ButtonEdge(button: .menu, isPressed: true, milliseconds: Self.begin + 1_000))
    hands.feed(ButtonEdge(button: .menu, isPressed: false, milliseconds: Self.begin + 4_000))
    var model = Self.model()
    _ = model.handle(hands, at: Self.moment(7_200_000))
    #expect(model.shownNotice == .nothingToUndo)
    _ = model.handle(.tick, at: Self.moment(7_204_000))
    #expect(model.shownNotice == nil)
  }

  @Test("A card that never answers does not fill the memory")
  func aCardThatNeverAnswersDoesNotFillTheMemory() {
    let hands = Self.hands((0..<5_000).map { (.nap, $0 * 1_000) })
    #expect(hands.gestures.count == 4_096)
  }
}

extension BedsideModel {
  /// A start with gestures only.
  fileprivate mutating func handle(_ hands: EarlyHands, at moment: Moment) -> [Effect] {
    beginStart(hands, at: moment) + perform(early: hands.gestures, at: moment) + endStart(at: moment)
  }
}
