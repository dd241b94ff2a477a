import Bedside
import CareJournal
import Nursery
import SimulatedBoard

/// Quiet sessions: who is let through, what the panel does, and what the files say.
extension Witness {
  /// The rules of quiet sessions as the box has them; nil while it does not run.
  var course: QuietCourse? { station?.model?.quietCourse }

  // MARK: A session's end

  /// How long after a session's end the panel must be lit, in nanoseconds: the flash and the bus take their time.
  private static let lightReturnsAfter: UInt64 = 3_000_000_000

  /// Called at each turn: a session may end at any of them.
  func followShield() {
    guard let course else { return }
    let wasShielded = isShielded
    isShielded = course.shield != nil
    guard wasShielded, !isShielded else { return }
    let boots = play.rehearsal.boots
    world.plan(afterNanoseconds: Self.lightReturnsAfter) { [weak self] _ in
      self?.lookAtReturnedLight(boots: boots)
    }
  }

  private func lookAtReturnedLight(boots: Int) {
    guard let course, course.shield == nil, play.rehearsal.boots == boots else { return }
    guard let job = station?.panel.desired else { return expect(false, .lightReturns, "no picture is made") }
    expect(job.light != .off, .lightReturns, "the box wants it off")
    expect(now < panelIsExcusedUntil || world.oled.isVisible, .lightReturns, "the panel shows nothing")
  }

  // MARK: Under a shield

  func lookAtShield() {
    guard let course else { return }
    expect(
      course.shield?.session == course.session?.id, .shieldHasSession,
      "shield of \(course.shield?.session.text ?? "none"), session \(course.session?.id.text ?? "none")")
    guard course.shield != nil, !showsSomething(in: course) else { return }
    let light = station?.panel.desired?.light ?? .off
    expect(light == .off && !world.oled.isVisible, .shieldIsDark, "light \(light.name), \(notice)")
  }

  /// Someone did something a moment ago, a cancel is running, or there is something to tell.
  private func showsSomething(in course: QuietCourse) -> Bool {
    now < max(panelIsExcusedUntil, stirUntil) || course.session?.cancelMilliseconds != nil
      || station?.model?.shownNotice != nil || (station?.model?.unsavedEvents ?? 0) > 0
  }

  /// Whether a press of a button is to be logged, also under a shield; not where it may answer a question.
  func isLetThrough(_ button: Button) -> Bool {
    guard let shield = course?.shield else { return true }
    return station?.model?.isLetThrough(button, by: shield) == true && now >= questionUntil
  }

  // MARK: The files

  /// What the files say after one more power cut, minutes after all was said and done.
  func lookAtQuietFiles(on disk: SimulatedDisk) {
    let found = QuietShelf.finding(in: disk).state
    expect(
      found.shield?.session == found.session?.id, .shieldHasSession,
      "the files: shield of \(found.shield?.session.text ?? "none"), session \(found.session?.id.text ?? "none")"
    )
    guard let course else { return }
    expect(
      found.session?.id == course.session?.id, .shieldHasSession,
      "the files' session is \(found.session?.id.text ?? "none"), the box's \(course.session?.id.text ?? "none")"
    )
  }
}
