import Bedside
import Testing

/// NAP and FEED together.
struct GestureChordTests {
  typealias Row = GestureRecognizerTests.Row

  @Test(
    "The second button down before the first has backdated makes a chord of the two",
    arguments: [
      Row("N0 F0", "press N 0, chord N 0"),
      Row("N0 F100", "press N 0, chord N 100"),
      Row("F0 N100", "press F 0, chord F 100"),
      Row("N0 F799", "press N 0, chord N 799"),
      Row("N0 F800", "press N 0, backdate N 5 800, press F 800"),
      // MENU never takes part in a chord.
      Row("N0 M100", "press N 0, press M 100"),
      Row("M0 F100", "press M 0, press F 100"),
      // Presses one after the other make no chord, even when the first has not settled yet.
      Row("N0 n100 F110 f200 =300", "press N 0, press F 110, release N 100, release F 200"),
      // The first button still chatters from its press.
      Row("N0 n5 F10 N15", "press N 0, chord N 10"),
    ])
  func begin(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "Both down for 5 s is the chord's hold; neither button backdates, and their release makes no gesture",
    arguments: [
      Row("N0 F100 =5099", "press N 0, chord N 100"),
      Row("N0 F100 =5100", "press N 0, chord N 100, chordHold 5100"),
      Row("N0 F100 =9000 n9001 f9002 =9100", "press N 0, chord N 100, chordHold 5100"),
      Row("N0 F100 n200 f300 =6000", "press N 0, chord N 100"),
      Row("N0 F100 n200 f3000 =6000", "press N 0, chord N 100"),
      Row("N0 F100 f5099 =6000", "press N 0, chord N 100"),
      // A gap within the bounce postpones the hold, and does not end it.
      Row("N0 F100 f5090 F5110", "press N 0, chord N 100, chordHold 5100"),
    ])
  func hold(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "Until both are up, a new press of either makes no gesture; after that, it is a new press",
    arguments: [
      Row("N0 F100 f200 F300 f400 =500", "press N 0, chord N 100"),
      Row("N0 F100 f200 F300 =9000", "press N 0, chord N 100"),
      Row("N0 F100 n200 N300 f400 F500 =600", "press N 0, chord N 100"),
      Row("N0 F100 n150 f160 N300 n350 =400", "press N 0, chord N 100, press N 300, release N 350"),
      Row("N0 F100 n150 f160 F300 f350 =400", "press N 0, chord N 100, press F 300, release F 350"),
      // No press before a chord becomes the first of a double press after it.
      Row(
        "F0 f50 N100 F200 n250 f260 F590 f650 =700",
        "press F 0, release F 50, press N 100, chord N 200, press F 590, release F 650"),
      // A button of a chord that stays down does not block the other one forever.
      Row(
        "N0 F100 f200 =10000 F10100 =10200",
        "press N 0, chord N 100, stuck N 10000, press F 10100"),
      Row(
        "N0 F100 =10200 n10300 f10400 =10500",
        "press N 0, chord N 100, chordHold 5100, stuck N 10000, stuck F 10100, unstuck N 10300, unstuck F 10400"
      ),
    ])
  func afterwards(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "A chord wins over a double press",
    arguments: [
      // Without the chord, its second press would have made a double press.
      Row("F0 f100 N300 F450", "press F 0, release F 100, press N 300, chord N 450"),
      // The first press of the chord was the second of a double press.
      Row("N0 n100 N300 F450", "press N 0, release N 100, double N 300, chord N 450"),
      Row("N0 n100 N300 F1100", "press N 0, release N 100, double N 300, press F 1100"),
    ])
  func withDoublePress(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test("A stuck button makes no chord")
  func withStuckButton() {
    #expect(
      GestureScript("N0 n50 N100 =10100 F10200").play()
        == "press N 0, release N 50, double N 100, stuck N 10100, press F 10200")
  }
}
