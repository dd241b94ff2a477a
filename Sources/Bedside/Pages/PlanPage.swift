import Nursery

/// Today's sleep in order: the naps that were, and what is ahead.
struct PlanPage {
  private let told: Told

  /// The page of a scene.
  init(_ told: Told) {
    self.told = told
  }

  /// Draws the page above the row `bottom`. When the lines are too many the oldest are left out.
  func draw(on canvas: inout Canvas, bottom: Int) {
    page.draw(told, on: &canvas, bottom: bottom)
  }

  private var page: ListPage {
    guard let plan = told.plan, !plan.isOver else {
      return ListPage(title: marked(told.words.pages.plan), rows: AgePlanRows(told).rows)
    }
    guard let scenario = plan.scenario else {
      let lines = NoPlanPhrase(told, plan).lines
      return ListPage(title: told.words.plan.none, rows: lines.map { ListPage.Row(left: $0) })
    }
    let style = told.words.name(scenario.style)
    let title = told.scene.showsName ? style : told.words.fill(told.words.plan.titled, style)
    return ListPage(title: marked(title), rows: PlanRows(told, plan, scenario).rows)
  }

  /// The title, with a mark when the wake windows are this child's own.
  private func marked(_ title: String) -> String {
    told.scene.day.learned?.isUsed == true ? title + " " + told.words.plan.learned : title
  }
}
