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
    return ListPage(
      title: marked(context.words.pages.plan), marks: marks(plan, scenario),
      rows: PlanRows(context, plan, scenario).rows)
  }

  /// A dot for each style that differs, the one shown filled; none where there is no choice.
  private func marks(_ plan: WakingDayPlan, _ scenario: Scenario) -> String {
    guard plan.nextStyle != nil else { return "" }
    return plan.styles.reduce("") { $0 + ($1 == scenario.style ? "●" : "○") }
  }

  /// The title, with a mark when the wake windows are this child's own.
  private func marked(_ title: String) -> String {
    context.scene.day.learned?.isUsed == true ? title + " " + context.words.plan.learned : title
  }
}
