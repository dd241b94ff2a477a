import Nursery
import Testing

@testable import Bedside

/// What a stranger must see at a glance: what a page asks for, what a button does, and whose day a time belongs to.
@Suite struct TiredEyesTests {
  private static func texts(_ scene: Scene) -> [String] { Picture(of: scene).texts }

  // MARK: An edit

  private static func edit(_ field: LastScene.Field, isChanged: Bool, deletes: Bool = false) -> Scene {
    SampleScenes.awake.with {
      var nap = LastScene.Entry(
        kind: .sleep, start: SampleScenes.at(9, 10), end: SampleScenes.at(9, 52))
      nap.isDeleted = deletes
      ($0.page, $0.last) = (.today, LastScene(entries: [nap], field: field, isChanged: isChanged))
    }
  }

  @Test("An edit says what each button does, and which one saves, from the first change on")
  func edit() {
    let untouched = Self.texts(Self.edit(.start, isChanged: false))
    #expect(untouched.contains("NAP− FEED+ MENU↓") && !untouched.contains("FEED: save"), "\(untouched)")
    let changed = Self.texts(Self.edit(.start, isChanged: true))
    #expect(
      changed.contains("NAP− FEED+ MENU↓") && changed.suffix(2) == ["done", "FEED: save"], "\(changed)")
    let last = Self.texts(Self.edit(.done, isChanged: true))
    #expect(last.contains("FEED: save") && last.suffix(2) == ["done", "NAP: leave it"], "\(last)")
    let deleted = Self.texts(Self.edit(.delete, isChanged: true, deletes: true))
    #expect(deleted.suffix(4) == ["delete", "yes", "done", "FEED: delete"], "\(deleted)")
    #expect(Self.texts(Self.edit(.done, isChanged: true, deletes: true)).contains("FEED: delete"))
  }

  @Test("Beside a warning, the title of an edit names the two buttons that change the value")
  func editBesideWarning() {
    let texts = Self.texts(Self.edit(.start, isChanged: false).with { $0.box.stuckButton = .extra })
    #expect(texts.contains("NAP −  FEED +"), "\(texts)")
  }
}
