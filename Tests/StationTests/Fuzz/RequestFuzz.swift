import Bedside
import CareJournal
import Nursery
import SimulatedBoard

@testable import BoxCommands
@testable import BoxRuntime

extension RequestParser {
  /// Reads a line from the socket, as a box does.
  static func request(line: String) throws(RequestFault) -> (BoxRequest, Asker) {
    try ControlLine.request(line: line, parse: request)
  }
}

/// Lines of the control socket. Valid requests go to a box with two events.
enum RequestFuzz {
  static func run(_ bytes: [UInt8]) {
    // The socket closes a connection at text that is not UTF-8, and at lines over 64 KiB.
    guard let line = String(validating: bytes, as: UTF8.self), bytes.count <= 65_536 else { return }
    do {
      meet(try RequestParser.request(line: line).0)
    } catch {
      precondition(!error.message.isEmpty, "a refusal without words")
    }
  }

  private static func meet(_ request: BoxRequest) {
    var model = BedsideModel(
      settings: LogFuzz.settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
    for start in [1_770_800_000_000, 1_770_810_000_000] {
      save(.add(Care(kind: .bottle, start: .wall(Instant(milliseconds: start)))), in: &model)
    }
    let view = BoxView(model: model, moment: moment, panel: PanelQueue(), recovery: nil)
    switch view.reply(to: request) {
    case .answer(let answer): precondition(!answer.line.utf8.contains(0x0A), "an answer of two lines")
    case .read, .look, .phone, .watch, .reload, .set: break
    case .offer(let texts): offer(texts)
    case .care(_, let command): save(command, in: &model)
    case .nights(let baby, let remarks):
      _ = model.handle(.nightRemarks(baby, remarks, token: 1), at: moment)
    case .clock(let wall): _ = model.handle(.clockByHand(wall, token: 1), at: moment)
    case .quiet(let input, _): _ = model.handle(.quiet(input, token: 1), at: moment)
    }
    _ = model.handle(.tick, at: moment)
  }

  /// Lines that any program may offer: they are refused with a reason, or all of them are in the log afterwards.
  private static func offer(_ texts: [[UInt8]]) {
    var worker = StorageWorker(storage: SimulatedDisk(), segmentBytes: 8_192)
    guard case .opened = worker.run(.open(LogFuzz.opening)) else { return }
    var next = Offer(token: 1, texts: texts, boxes: .open)
    while case .offered(_, _, let outcome, let receipt) = worker.run(.offer(next)) {
      switch outcome {
      case .more(let offer): next = offer
      case .refused(let fault): return precondition(!fault.text.isEmpty, "a refusal without words")
      case .done: return precondition(receipt.figures.have.count <= 64, "more boxes than a head has room for")
      case .failed: preconditionFailure("a card that takes all refuses lines")
      }
    }
  }

  private static func save(_ command: CareCommand, in model: inout BedsideModel) {
    let wish = CareRequest(token: 1, baby: BabyID(number: 1), command: command)
    for case .append(let writes) in model.handle(.request(wish), at: moment) {
      _ = model.handle(.saved(writes.map(\.id)), at: moment)
    }
  }

  private static let moment = Moment(
    boot: BootTime(boot: 1, milliseconds: 3_600_000), wall: Instant(milliseconds: 1_770_814_800_000),
    trust: .synced)
}
