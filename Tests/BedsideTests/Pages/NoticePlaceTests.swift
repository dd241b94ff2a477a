import Nursery
import Testing

@testable import Bedside

/// A notice over another page than Now covers no text, and hides nothing that it is about.
@Suite struct NoticePlaceTests {
  private static let pages = GoldenScreens.all.filter {
    [.plan, .today, .night].contains($0.scene.page) && $0.scene.quiet == nil
  }

  private static func confirmed(_ deed: Bedside.Confirmation.Deed) -> Notice {
    .saved(Confirmation(deed: deed, at: SampleScenes.at(10, 5)))
  }

  @Test("No text is drawn under a notice or NOT SAVED", arguments: pages)
  func nothingIsCovered(screen: GoldenScreens.Screen) {
    let said: [(Notice?, Int)] = [(Self.confirmed(.bottle()), 0), (.saving, 2), (nil, 2)]
    for (notice, count) in said {
      for name in ["Mia", "Wilhelmína-Šárka"] {
        let scene = screen.scene.with {
          ($0.notice, $0.unsavedCount, $0.babyName, $0.showsName) = (notice, count, name, true)
        }
        let top = SaidOverPage(PageContext(scene: scene, words: .english)).top
        for box in Canvas(of: scene).boxes where box.rows.contains(top - 1) || box.rows.contains(top) {
          #expect(box.rows.upperBound < top || box.rows.lowerBound >= top, "\(screen.name): \(box.text)")
        }
      }
    }
  }

  @Test("Today shows every total under a notice, and under a notice over NOT SAVED", arguments: [0, 2])
  func totals(unsavedCount: Int) {
    let calm = SampleScenes.awake.with { $0.page = .today }
    let totals = Picture(of: calm).texts.filter { text in
      ["Sleep ", "Naps ", "Feeds "].contains { text.hasPrefix($0) }
    }
    #expect(totals.count == 3, "\(totals)")
    for notice in [nil, Self.confirmed(.bottle()), Self.confirmed(.sleepEnded(isNight: false))] {
      let texts = Picture(of: calm.with { ($0.notice, $0.unsavedCount) = (notice, unsavedCount) }).texts
      #expect(totals.allSatisfy(texts.contains), "\(texts)")
    }
  }

  @Test("Plan shows the nap that has ended under the notice about it, and what is ahead under a new style")
  func naps() throws {
    let five = try #require(PlanScreens.all.first { $0.name == "plan-five" }).scene
    let ended = Picture(of: five.with { $0.notice = Self.confirmed(.sleepEnded(isNight: false)) }).texts
    #expect(ended.contains("✓ 16:15–17:25") && ended.contains("· bed"), "\(ended)")
    let three = try #require(PlanScreens.all.first { $0.name == "plan-style-balanced" }).scene
    let chosen = Picture(of: three.with { $0.notice = .styleChosen(.balanced) }).texts
    #expect(chosen.filter { $0.hasPrefix("· ") }.count == 4 && chosen.contains("· bed"), "\(chosen)")
  }

  @Test("The value that the buttons change is marked, under a long name and over a notice")
  func marked() throws {
    let edit = try #require(Situations.last.first { $0.name == "last-entry" }).scene
    for field in LastScene.Field.allCases where field != .amount {
      for (notice, unsaved) in [(nil, 0), (Notice.refused(.notAsleep), 0), (.refused(.notAsleep), 2)] {
        for name in ["Mia", "Wilhelmína-Šárka"] {
          let scene = edit.with {
            $0.last?.field = field
            ($0.babyName, $0.showsName, $0.notice, $0.unsavedCount) = (name, true, notice, unsaved)
          }
          let canvas = Canvas(of: scene)
          let box = try #require(canvas.boxes.first { $0.text == "\(field)" }, "\(field)")
          // No letter is in this column.
          #expect(canvas.frame.isLit(44, box.rows.lowerBound), "\(field) \(name)")
        }
      }
    }
  }
}
