import Bedside
import Peripherals

/// Plays tunes step by step, so that nothing waits for a note to end. Its owner calls `advance` at `nextDeadline`.
package struct PiezoPlayer<Channel: PWMChannel> {
  /// How many steps may wait: tunes beyond this are not played.
  static var limit: Int { 16 }
  /// udev gives a channel's files to the group a little after the channel was exported.
  private static var readyMilliseconds: Int { 100 }

  private enum Step: Hashable {
    case prepare
    case note(hertz: Int)
    case silence
  }

  private let driver: PiezoDriver<Channel>
  private var steps: [(step: Step, milliseconds: Int)] = []
  private var dueMilliseconds: Int?
  private var fault: PWMFault?
  private var isKnown = false

  package init(_ channel: Channel) { driver = PiezoDriver(channel) }

  /// Plays a tune after those that wait; nil only makes the piezo ready.
  package mutating func play(_ tune: Tune?, at milliseconds: Int) {
    let notes = (tune?.hertz ?? []).flatMap {
      [(Step.note(hertz: $0), Tune.noteMilliseconds), (.silence, Tune.restMilliseconds)]
    }
    guard steps.count + notes.count < Self.limit else { return }
    // Sound was switched on: the model does not know the state of the piezo yet.
    if tune == nil { isKnown = false }
    steps += [(Step.prepare, Self.readyMilliseconds)] + notes
    dueMilliseconds = dueMilliseconds ?? milliseconds
  }

  /// When to call `advance`, on the boot clock.
  package var nextDeadline: Int? { steps.isEmpty ? nil : dueMilliseconds }

  /// Makes the steps that are due, with the right time between them. Returns the state of the part if it has become
  /// known or has changed. A fault drops the tunes that wait.
  package mutating func advance(to milliseconds: Int) -> PiezoNews? {
    var news: PiezoNews?
    while let due = nextDeadline, due <= milliseconds {
      let (step, length) = steps.removeFirst()
      dueMilliseconds = steps.isEmpty ? nil : milliseconds + length
      news = perform(step) ?? news
    }
    return news
  }

  /// Ends a tone at once, if there is one: the process is about to end.
  package mutating func stop() -> PiezoNews? {
    let isSounding = !steps.isEmpty
    steps = []
    return isSounding ? perform(.silence) : nil
  }

  private mutating func perform(_ step: Step) -> PiezoNews? {
    do throws(PWMFault) {
      switch step {
      case .prepare: try driver.prepare()
      case .note(let hertz): try driver.play(hertz: hertz)
      case .silence: try driver.silence()
      }
      return note(nil)
    } catch {
      steps = []
      return note(error)
    }
  }

  private mutating func note(_ fault: PWMFault?) -> PiezoNews? {
    defer { (self.fault, isKnown) = (fault, true) }
    return isKnown && fault == self.fault ? nil : PiezoNews(fault: fault)
  }
}

/// The state of the piezo. Without a fault it works.
package struct PiezoNews: Hashable, Sendable {
  package var fault: PWMFault?

  /// The state of the part for the model.
  var state: BoxCondition.PartState { fault == nil ? .works : .missing }
}

extension Tune {
  /// Two notes, near the frequency at which small piezos are loudest: rising at the end of a nap, falling for a feed,
  /// and twice the same for the alarm.
  package var hertz: [Int] {
    switch self {
    case .wakeBy: [2_093, 2_637]
    case .feedDue: [2_637, 2_093]
    case .alarm: [2_637, 2_637]
    }
  }

  /// How long a note lasts, and the silence after it.
  package static let (noteMilliseconds, restMilliseconds) = (120, 80)
}
