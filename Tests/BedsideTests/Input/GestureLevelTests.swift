import Bedside
import Testing

/// Levels that are read from the lines: at power-up, once edges have settled, and after lost edges.
struct GestureLevelTests {
  typealias Row = GestureRecognizerTests.Row

  @Test(
    "A button held at power-up is ignored until it is up",
    arguments: [
      Row("?Nfm0 =5000 n5001 =5100", "unstuck N 5001"),
      Row("?Nfm0 n100 =200 N300 n400 =500", "unstuck N 100, press N 300, release N 400"),
      Row("?Nfm0 n100 N105 n200 =300", "unstuck N 200"),
      Row("?Nfm0 =20000 n20001 =20100", "stuck N 10000, unstuck N 20001"),
      Row("?nfM0 =5000", ""),
      // It takes part in no chord.
      Row("?Nfm0 F100 f200 =300", "press F 100, release F 200"),
      // Only the first reading is that of the power-up.
      Row("?nfm0 ?Nfm500", "press N 500"),
      Row("?nfm0 N100 n200 =300", "press N 100, release N 200"),
    ])
  func powerUp(row: Row) {
    var recognizer = GestureRecognizer()
    #expect(recognizer.wantsLevels(at: 0))
    #expect(GestureScript(row.script).play(on: &recognizer) == row.gestures)
  }

  @Test(
    "The level restores what dropped edges hid, and never makes both a press and a release",
    arguments: [
      // The last edge was a release, but the line is pressed: the button was never released.
      Row("N0 n100 ?Nfm126 =900", "press N 0, backdate N 5 800"),
      Row("N0 n100 ?Nfm1000", "press N 0, backdate N 5 800"),
      // The last edge was a press, but the line is released: the release is now, and no step of the hold is made up.
      Row("N0 ?nfm26 =100", "press N 0, release N 26"),
      Row("N0 ?nfm3000 =3100", "press N 0, release N 3000"),
      // A button that was up is found down: that is a press now.
      Row("N0 n100 =200 ?Nfm1000", "press N 0, release N 100, press N 1000"),
      // The levels agree.
      Row("N0 ?Nfm26 n100 ?nfm126", "press N 0, release N 100"),
      Row("?nfm0 =100", ""),
      // A button that is not in the reading keeps its level.
      Row("N0 ?fm26 =900", "press N 0, backdate N 5 800"),
      // A reading has found a press: the edge of the same press is no second one.
      Row("?Nfm100 N100 n300 =400", "press N 100, release N 300"),
    ])
  func reconcile(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "After lost edges the level alone counts",
    arguments: [
      Row("!N0", "press N 0"),
      Row("!n0 =100", ""),
      Row("N0 !N300 n400 =500", "press N 0, release N 400"),
      Row("N0 !n300 =400", "press N 0, release N 300"),
      Row("N0 n100 !N300 n400 =500", "press N 0, release N 100, double N 300, release N 400"),
    ])
  func loss(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test("Of 51 unread edges the newest were dropped: the reading leaves the one press")
  func overflow() {
    var recognizer = GestureRecognizer.started()
    var gestures: [Gesture] = []
    // The queue kept 16 edges, pressed and released in turn, so the last one is a release. The line is pressed.
    for index in 0..<16 {
      gestures += recognizer.feed(
        ButtonEdge(button: .nap, isPressed: index % 2 == 0, milliseconds: index / 4))
    }
    #expect(recognizer.nextDeadline == 29)
    #expect(recognizer.wantsLevels(at: 29))
    gestures += recognizer.reconcile(levels: [.nap: true, .feed: false, .menu: false], milliseconds: 29)
    #expect(gestures.map(\.word) == ["press N 0"])
    gestures = recognizer.feed(ButtonEdge(button: .nap, isPressed: false, milliseconds: 500))
    gestures += recognizer.advance(to: 600)
    #expect(gestures.map(\.word) == ["release N 500"])
  }

  @Test("The level is wanted once, when there was no edge for longer than the bounce")
  func wantsLevels() {
    var recognizer = GestureRecognizer.started()
    let up: [Button: Bool] = [.nap: false, .feed: false, .menu: false]
    #expect(!recognizer.wantsLevels(at: 0))
    _ = recognizer.feed(ButtonEdge(button: .nap, isPressed: true, milliseconds: 0))
    _ = recognizer.feed(ButtonEdge(button: .nap, isPressed: false, milliseconds: 10))
    #expect(recognizer.nextDeadline == 36)
    #expect(!recognizer.wantsLevels(at: 35))
    #expect(recognizer.wantsLevels(at: 36))
    // A reading during the chatter is not the one that is wanted.
    _ = recognizer.reconcile(levels: up, milliseconds: 20)
    #expect(recognizer.wantsLevels(at: 36))
    _ = recognizer.reconcile(levels: up, milliseconds: 36)
    #expect(!recognizer.wantsLevels(at: 1_000_000))
    #expect(recognizer.nextDeadline == nil)
  }

  @Test("A box that does not read the levels is not woken for them repeatedly")
  func unreadLevels() {
    var recognizer = GestureRecognizer.started()
    _ = recognizer.feed(ButtonEdge(button: .menu, isPressed: true, milliseconds: 0))
    #expect(recognizer.nextDeadline == 26)
    _ = recognizer.advance(to: 26)
    #expect(recognizer.nextDeadline == 1_500)
    #expect(recognizer.wantsLevels(at: 26))
  }

  @Test("After lost edges the levels are wanted at once")
  func lossWantsLevels() {
    var recognizer = GestureRecognizer.started()
    _ = recognizer.feed(ButtonEdge(button: .nap, isPressed: false, milliseconds: 0, followsLoss: true))
    #expect(recognizer.wantsLevels(at: 0))
    _ = recognizer.reconcile(levels: [.nap: false], milliseconds: 0)
    #expect(!recognizer.wantsLevels(at: 25))
    #expect(recognizer.wantsLevels(at: 26))
  }
}
