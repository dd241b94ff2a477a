import Bedside
import Peripherals

/// Plays tunes step by step, so that no one waits for a note to end. Its owner calls `advance` at
/// `nextDeadline`.
package struct PiezoPlayer<Channel: PWMChannel> {
  /// How many steps may wait: what is due beyond is not heard.
  static var limit: Int { 16 }
  /// udev gives a channel's files to the group a little after it was exported.
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

  package init(_ channel: Channel) {
    driver = PiezoDriver(channel)
  }

  /// Plays a tune after all that waits; nil only makes the piezo ready.
  package mutating func play(_ tune: Tune?, at milliseconds: Int) {
    let notes = (tune?.hertz ?? []).flatMap {
      [(Step.note(hertz: $0), Tune.noteMilliseconds), (.silence, Tune.restMilliseconds)]
    }
    guard steps.count + notes.count < Self.limit else { return }
    // Sound was switched on: the model does not know how the piezo stands.
    if tune == nil { isKnown = false }
    steps += [(Step.prepare, Self.readyMilliseconds)] + notes
    dueMilliseconds = dueMilliseconds ?? milliseconds
  }

  /// When to call `advance`, on the boot clock.
  package var nextDeadline: Int? { steps.isEmpty ? nil : dueMilliseconds }

  /// Makes the steps that are due, each as long after the one before as it should be. The state of the part where it
  /// has become known, or changed; a fault ends what was to be heard.
  package mutating func advance(to milliseconds: Int) -> PiezoNews? {
    var news: PiezoNews?
    while let due = nextDeadline, due <= milliseconds {
      let (step, length) = steps.removeFirst()
      dueMilliseconds = steps.isEmpty ? nil : milliseconds + length
      news = perform(step) ?? news
    }
    return news
  }

  /// Ends a tone at once, where one sounds: the process is about to end.
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

/// How the piezo stands; no fault: it works.
package struct PiezoNews: Hashable, Sendable {
  package var fault: PWMFault?

  /// The part's state for the model.
  var state: BoxCondition.PartState { fault == nil ? .works : .missing }
}

extension Tune {
  /// Two notes, near where small piezos are loudest: up to get someone up, down for a feed, twice the same for the alarm.
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
