@testable import Household

/// A household in one value: boxes with their logs, each box's program, and a broker that loses, repeats and delays
/// messages as the test says. Time is simulated.
struct TestNet {
  struct Box {
    var lines: [String: [Int: String]] = [:]
    /// The box and number of each line, in the order in which they came.
    var log: [(of: String, number: Int)] = []
    var peering: Peering
    var isConnected = false
    var number = 0
    /// Whether the program has already asked the box.
    var isKnown = false
    /// The box's start; questions to an earlier start get no answer.
    var start = 0

    var have: [String: Int] { lines.compactMapValues { $0.keys.max() } }

    /// What the box reports that it has: it counts up to the first number that is missing.
    var said: [String: Int] {
      lines.mapValues { lines in
        var number = 0
        while lines[number + 1] != nil { number += 1 }
        return number
      }
    }
  }

  enum Event {
    case input(String, Peering.Input)
    case offer(String, start: Int, [String])
    case read(String, start: Int, [String: Int], lowestFirst: Bool)
  }

  struct Fate {
    /// In percent, for lines and wishes.
    var lost = 0
    var repeated = 0
    var delay = 1...20
  }

  var boxes: [String: Box] = [:]
  var fate = Fate()
  var random: SeededWaits
  private(set) var now = 0
  /// The agenda, the latest first.
  private var agenda: [(time: Int, order: Int, what: Event)] = []
  private var order = 0
  private var retained: [String: [String: Int]] = [:]
  /// The lines sent as answers to questions, and the questions.
  private(set) var linesSent = 0
  private(set) var questions = 0

  init(seed: UInt64, boxes names: [String], membership: Membership = .open) {
    random = SeededWaits(seed: seed)
    for name in names {
      boxes[name] = Box(peering: Peering(own: name, membership: membership, seed: random.next()))
    }
  }

  // MARK: The test's actions

  mutating func connect(_ name: String) {
    guard boxes[name]?.isConnected == false, let have = boxes[name]?.said else { return }
    boxes[name]?.isConnected = true
    step(name, .boxHas(have, isFresh: boxes[name]?.isKnown == false))
    boxes[name]?.isKnown = true
    step(name, .joined)
    for (other, have) in retained where other != name {
      deliver(.input(name, .presence(other, boxes[other]?.isConnected == true)))
      deliver(.input(name, .have(other, have)))
    }
    tellAll(.presence(name, true), but: name)
  }

  mutating func disconnect(_ name: String) {
    guard boxes[name]?.isConnected == true else { return }
    boxes[name]?.isConnected = false
    step(name, .left)
    tellAll(.presence(name, false), but: name)
  }

  /// A press: a new line of the box.
  ///
  /// - Parameter skipped: this many numbers are not used, as after a card that failed.
  mutating func press(_ name: String, skipped: Int = 0) {
    guard var box = boxes[name] else { return }
    let number = max(box.number, box.have[name] ?? 0) + 1 + skipped
    box.number = number
    box.lines[name, default: [:]][number] = Lines.text(name, number)
    box.log.append((name, number))
    boxes[name] = box
    if box.isKnown { step(name, .boxHas(box.said, isFresh: false)) }
  }

  /// Restarts the box, perhaps with a blank card under its old name: then it writes its first line at once, with a
  /// number far beyond those of the old card.
  mutating func restart(_ name: String, isBlank: Bool = false) {
    if isBlank {
      let number = 1_000_000_001
      boxes[name]?.lines = [name: [number: Lines.text(name, number)]]
      boxes[name]?.log = [(name, number)]
      boxes[name]?.number = number
    }
    boxes[name]?.start += 1
    step(name, .boxLeft)
    step(name, .boxHas(boxes[name]?.said ?? [:], isFresh: true))
  }

  /// Kills the box's program and restarts it.
  mutating func kill(_ name: String) {
    guard let membership = boxes[name]?.peering.membership else { return }
    disconnect(name)
    boxes[name]?.start += 1
    boxes[name]?.isKnown = false
    boxes[name]?.peering = Peering(own: name, membership: membership, seed: random.next())
  }

  /// Sends the state documents, as at least once a minute.
  mutating func pulse() {
    for name in boxes.keys.sorted() where boxes[name]?.isKnown == true {
      step(name, .boxHas(boxes[name]?.said ?? [:], isFresh: false))
    }
  }

  /// Lets time pass.
  mutating func run(milliseconds: Int) {
    let end = now + milliseconds
    while true {
      let deadline = boxes.compactMap { entry in entry.value.peering.nextDeadline.map { ($0, entry.key) } }
        .min { $0 < $1 }
      if let item = agenda.last, item.time <= min(end, deadline?.0 ?? end) {
        agenda.removeLast()
        now = max(now, item.time)
        happen(item.what)
      } else if let deadline, deadline.0 <= end {
        now = max(now, deadline.0)
        step(deadline.1, .tick)
      } else {
        now = end
        return
      }
    }
  }

  // MARK: How it works

  private mutating func happen(_ what: Event) {
    switch what {
    case .input(let name, let input):
      guard boxes[name]?.isConnected == true || Self.isLocal(input) else { return }
      step(name, input)
    case .offer(let name, let start, let lines):
      for text in lines {
        guard let line = LogLine(text) else { continue }
        boxes[name]?.log.append((line.box, line.sequence))
        boxes[name]?.lines[line.box, default: [:]][line.sequence] = text
      }
      if boxes[name]?.start == start { step(name, .offered(boxes[name]?.said)) }
    case .read(let name, let start, let after, let lowestFirst):
      guard let box = boxes[name], box.start == start else { return }
      let wanted = box.log.filter { $0.number > after[$0.of] ?? 0 && box.lines[$0.of]?[$0.number] != nil }
      let order = lowestFirst ? wanted.sorted { $0.number < $1.number } : wanted
      let texts = order.prefix(LineWant.limit).compactMap { box.lines[$0.of]?[$0.number] }
      step(name, .lines(texts.compactMap { LogLine($0) }))
    }
  }

  private static func isLocal(_ input: Peering.Input) -> Bool {
    switch input {
    case .boxHas, .boxLeft, .lines, .offered, .tick: true
    case .joined, .left, .presence, .have, .want, .bundle: false
    }
  }

  private mutating func step(_ name: String, _ input: Peering.Input) {
    for effect in boxes[name]?.peering.handle(input, at: now) ?? [] { perform(effect, of: name) }
  }

  private mutating func perform(_ effect: Peering.Effect, of name: String) {
    switch effect {
    case .offer(let lines): schedule(.offer(name, start: boxes[name]?.start ?? 0, lines))
    case .readLines(let after, let lowestFirst):
      schedule(.read(name, start: boxes[name]?.start ?? 0, after, lowestFirst: lowestFirst))
    case .arrived: break
    case .publishHave(let have):
      retained[name] = have
      tellAll(.have(name, have), but: name)
    case .publishWant(let want):
      questions += 1
      tellAll(.want(name, want), but: name)
    case .publishBundle(let bundle, let other):
      if let other {
        linesSent += bundle.lines.count
        lose(.input(other, .bundle(name, bundle)))
      } else {
        for other in boxes.keys where other != name { lose(.input(other, .bundle(name, bundle))) }
      }
    }
  }

  private mutating func tellAll(_ input: Peering.Input, but name: String) {
    for other in boxes.keys.sorted() where other != name {
      if case .want = input { lose(.input(other, input)) } else { deliver(.input(other, input)) }
    }
  }

  /// Retained messages are delivered in their order.
  private mutating func deliver(_ what: Event) {
    schedule(what, at: now + 10)
  }

  private mutating func lose(_ what: Event) {
    if random.wait(0...99) < fate.lost { return }
    schedule(what)
    if random.wait(0...99) < fate.repeated { schedule(what) }
  }

  private mutating func schedule(_ what: Event) {
    schedule(what, at: now + random.wait(fate.delay))
  }

  private mutating func schedule(_ what: Event, at time: Int) {
    order += 1
    var (low, high) = (0, agenda.count)
    while low < high {
      let middle = (low + high) / 2
      if agenda[middle].time > time { low = middle + 1 } else { high = middle }
    }
    agenda.insert((time, order, what), at: low)
  }
}
