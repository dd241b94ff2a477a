import Nursery

/// Today's sleep in order: the naps that were, and what is ahead.
struct PlanPage {
  private let context: PageContext

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page above the row `bottom`. When the lines are too many the oldest are left out.
  func draw(on canvas: inout Canvas, bottom: Int) {
    page.draw(context, on: &canvas, bottom: bottom)
  }

  private var page: ListPage {
    guard let plan = context.plan, !plan.isOver else {
      return ListPage(title: marked(context.words.pages.plan), rows: AgePlanRows(context).rows)
    }
    guard let scenario = plan.scenario else {
      let lines = NoPlanPhrase(context, plan).lines
      return ListPage(title: context.words.plan.none, rows: lines.map { ListPage.Row(left: $0) })
    }
    let style = context.words.name(scenario.style)
    let title = context.scene.showsName ? style : context.words.fill(context.words.plan.titled, style)
    return ListPage(title: marked(title), rows: PlanRows(context, plan, scenario).rows)
  }

  /// The title, with a mark when the wake windows are this child's own.
  private func marked(_ title: String) -> String {
    context.scene.day.learned?.isUsed == true ? title + " " + context.words.plan.learned : title
  }
}
