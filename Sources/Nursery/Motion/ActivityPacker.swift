/// Gathers epochs to the hours of the boot clock, in memory that is taken once. An hour in which nobody was in the
/// crib and nothing was pressed comes to nothing: an idle box has nothing to write.
struct ActivityPacker: Sendable {
  private var marks = [ActivityMark?](repeating: nil, count: ActivityHour.epochs)
  private var hour: Int?
  private var isWorthKeeping = false
  /// Epochs come a minute late, so a press may be of the hour after the one that they are of.
  private var pressedHour: Int?
  private var finished: ActivityHour?

  /// Takes an epoch that began then.
  mutating func take(_ epoch: Epoch, start: Int, isPresent: Bool) {
    let number = start.flooringDivided(by: ActivityHour.milliseconds)
    if number != hour { begin(number) }
    guard !epoch.isGap else { return }
    marks[(start - number * ActivityHour.milliseconds) / Epoch.milliseconds] = ActivityMark(epoch)
    if isPresent { isWorthKeeping = true }
  }

  /// Takes a press.
  mutating func takePress(at milliseconds: Int) {
    let number = milliseconds.flooringDivided(by: ActivityHour.milliseconds)
    if number == hour { isWorthKeeping = true }
    pressedHour = number
  }

  /// The hour that is complete and worth keeping, once.
  mutating func takeFinished() -> ActivityHour? {
    defer { finished = nil }
    return finished
  }

  private mutating func begin(_ number: Int) {
    if let hour, isWorthKeeping, marks.contains(where: { $0 != nil }) {
      finished = ActivityHour(startMilliseconds: hour * ActivityHour.milliseconds, marks: marks)
    }
    for index in marks.indices { marks[index] = nil }
    hour = number
    isWorthKeeping = pressedHour == number
  }
}
