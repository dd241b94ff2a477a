import CareJournal
import Nursery

@testable import Household

/// Made-up lines of logs.
enum Lines {
  static func text(_ box: String, _ number: Int) -> String {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: number), wall: nil, trust: .none)
    let id = EventID(high: FNV1a.hash(box.utf8), low: UInt64(number))
    let line = JournalLine(id: id, box: box, sequence: number, moment: moment, entry: .sync)
    return String(decoding: (JournalLineCodec.encode(line) ?? []).dropLast(), as: UTF8.self)
  }

  static func bundle(_ box: String, after: Int, _ numbers: [Int], isEnd: Bool = false) -> LineBundle {
    LineBundle(of: box, after: after, isEnd: isEnd, lines: numbers.compactMap { LogLine(text(box, $0)) })
  }
}
