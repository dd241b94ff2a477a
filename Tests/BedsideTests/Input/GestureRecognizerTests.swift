import Bedside
import Testing

/// Tables of edges and their gestures, in milliseconds. `GestureScript` describes the notation.
struct GestureRecognizerTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let script: String
    let gestures: String
    var testDescription: String { script }

    init(_ script: String, _ gestures: String) {
      self.script = script
      self.gestures = gestures
    }
  }

  @Test(
    "A press acts on its first edge; a release counts once it has settled",
    arguments: [
      Row("N0", "press N 0"),
      Row("N0 n100 =125", "press N 0"),
      Row("N0 n100 =126", "press N 0, release N 100"),
      Row("M0 m100 =200", "press M 0, release M 100"),
      Row("N0 n3 =29", "press N 0, release N 3"),
      Row("n0 =100", ""),
      Row("N0 n60 N120 n200 =300", "press N 0, release N 60, double N 120, release N 200"),
      Row("N0 n100 M300 m400 =500", "press N 0, release N 100, press M 300, release M 400"),
    ])
  func press(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "Edges that were read late keep their times, so that two presses in a long turn make no chord",
    arguments: [
      Row("=1000 N100 n200 F500 f600 =1200", "press N 100, release N 200, press F 500, release F 600"),
      Row("N0 n100 =900 F400 f500 =1200", "press N 0, release N 100, press F 400, release F 500"),
    ])
  func late(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "Chatter within 25 ms changes nothing; a gap longer than that ends the press",
    arguments: [
      Row("N0 n1 N2 n5 N9 n100 =200", "press N 0, release N 100"),
      Row("N0 n0 N0 n0 N25 n100 =200", "press N 0, release N 100"),
      Row("N0 n100 N101 n104 N110 n125 =151", "press N 0, release N 125"),
      Row("N0 n100 N125 n200 =300", "press N 0, release N 200"),
      Row("N0 n100 N126 n200 =300", "press N 0, release N 100, double N 126, release N 200"),
      // The kernel can report two edges of the same direction in a row.
      Row("N0 N3 N7 n100 =200", "press N 0, release N 100"),
      Row("N0 n100 n110 n124 N140 n200 =300", "press N 0, release N 200"),
      Row("N0 n100 n110 =135", "press N 0"),
      Row("N0 n100 n110 =136", "press N 0, release N 100"),
    ])
  func bounce(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "The second press edge within 0.6 s of the first corrects it; the third is a press of its own",
    arguments: [
      Row("N0 n50 N600 n650 =700", "press N 0, release N 50, double N 600, release N 650"),
      Row("N0 n50 N601 n650 =700", "press N 0, release N 50, press N 601, release N 650"),
      Row("N0 n550 N600 n650 =700", "press N 0, release N 550, double N 600, release N 650"),
      Row(
        "N0 n50 N200 n250 N400 n450 =500",
        "press N 0, release N 50, double N 200, release N 250, press N 400, release N 450"),
      Row(
        "M0 m50 M200 m250 M400 m450 M600 m650 =700",
        "press M 0, release M 50, double M 200, release M 250, "
          + "press M 400, release M 450, double M 600, release M 650"),
      Row(
        "N0 n50 F200 f250 N400 n450 =500",
        "press N 0, release N 50, press F 200, release F 250, double N 400, release N 450"),
      // Holding the second press has no further effect.
      Row("N0 n50 N200 =5000 n5100 =5200", "press N 0, release N 50, double N 200, release N 5100"),
      Row("M0 m50 M200 =5000 m5100 =5200", "press M 0, release M 50, double M 200, release M 5100"),
    ])
  func doublePress(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "NAP or FEED held moves the event 5 minutes at 0.8 s and 5 more each 0.6 s",
    arguments: [
      Row("N0 n799 =900", "press N 0, release N 799"),
      Row("N0 n800 =900", "press N 0, backdate N 5 800, release N 800"),
      Row("F0 f1399 =1500", "press F 0, backdate F 5 800, release F 1399"),
      Row("F0 f1400 =1500", "press F 0, backdate F 5 800, backdate F 10 1400, release F 1400"),
      // A gap within the bounce postpones the step, and does not drop it.
      Row("N0 n790 =812 N813", "press N 0, backdate N 5 800"),
      Row("N0 n790 =900", "press N 0, release N 790"),
      // A press that follows a hold is a new press.
      Row(
        "N0 n850 N900 n950 =1000", "press N 0, backdate N 5 800, release N 850, press N 900, release N 950"),
    ])
  func backdate(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test("After 60 minutes backdating continues by 15, until the button counts as stuck")
  func backdateLimit() {
    let steps =
      (1...12).map { "backdate N \($0 * 5) \(800 + ($0 - 1) * 600)" }
      + (1...8).map { "backdate N \(60 + $0 * 15) \(7_400 + $0 * 300)" }
    let gestures = GestureScript("N0 =9999 n9999 =10100").play()
    #expect(gestures == (["press N 0"] + steps + ["release N 9999"]).joined(separator: ", "))
  }

  @Test(
    "MENU held for 1.5 s says so once",
    arguments: [
      Row("M0 m1499 =2000", "press M 0, release M 1499"),
      Row("M0 m1500 =2000", "press M 0, menuHold 1500, release M 1500"),
      Row("M0 =9000 m9001 =9100", "press M 0, menuHold 1500, release M 9001"),
    ])
  func menuHold(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test(
    "Down for 10 s is stuck; its presses count again when it has come up",
    arguments: [
      Row("M0 m9999 =10100", "press M 0, menuHold 1500, release M 9999"),
      Row("M0 =30000", "press M 0, menuHold 1500, stuck M 10000"),
      Row(
        "M0 =12000 m12001 M12400 m12500 =12600",
        "press M 0, menuHold 1500, stuck M 10000, unstuck M 12001, press M 12400, release M 12500"),
      Row("M0 =12000 m12001 M12010 =12600", "press M 0, menuHold 1500, stuck M 10000"),
      Row("M0 =12000 N12100", "press M 0, menuHold 1500, stuck M 10000, press N 12100"),
      Row(
        "M0 m100 M200 =12000 m12001 =12100",
        "press M 0, release M 100, double M 200, stuck M 10200, unstuck M 12001"),
    ])
  func stuck(row: Row) {
    #expect(GestureScript(row.script).play() == row.gestures)
  }

  @Test("A late wake-up makes all gestures, each with the time at which it was due")
  func lateWakeUp() {
    #expect(
      GestureScript("N0 M10 =2100").play()
        == "press N 0, press M 10, backdate N 5 800, backdate N 10 1400, menuHold 1510, backdate N 15 2000")
  }

  @Test("An edge that is older than a handled one counts at the time of the handled one")
  func oldEdge() {
    #expect(GestureScript("N300 =500 n200 =526").play() == "press N 300, release N 300")
  }
}
