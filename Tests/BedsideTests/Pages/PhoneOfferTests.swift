import Testing

@testable import Bedside

/// The picture that a phone's camera reads.
@Suite struct PhoneOfferTests {
  @Test("The panel shows each module dark on lit with a margin")
  func thePanelShowsEachModuleDarkOnLitWithAMargin() throws {
    let scene = try #require(PhoneScreens.all.first?.scene)
    let offer = try #require(scene.box.phone)
    var canvas = Canvas()
    PhoneCodePage(offer: offer, context: PageContext(scene: scene, words: .english)).draw(
      on: &canvas, bottom: Canvas.height)
    let frame = canvas.frame
    let modules = PhoneScreens.modules
    let margin = (Canvas.height - 2 * modules.count) / 2
    for y in 0..<Canvas.height {
      for x in 0..<Canvas.height {
        let (row, column) = ((y - margin) / 2, (x - margin) / 2)
        let isInside = x >= margin && y >= margin && row < modules.count && column < modules.count
        #expect(frame.isLit(x, y) == !(isInside && modules[row][column]), "\(x) \(y)")
      }
    }
    #expect(margin >= 4, "two modules at least")
  }

  @Test("A picture that has no room is refused")
  func aPictureThatHasNoRoomIsRefused() {
    #expect(CodePicture([]) == nil)
    #expect(CodePicture([[true, false]]) == nil)
    #expect(CodePicture([[Bool]](repeating: [Bool](repeating: true, count: 29), count: 29)) == nil)
    #expect(CodePicture([[true, false], [false, true]])?.rows == [1, 2])
  }
}
