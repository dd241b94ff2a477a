import BoxRuntime
import CareJournal
import Nursery

/// The answers of `cribside nights --in`: every line scored among all the others.
struct NightAnswers {
  /// A line that could not be read: which one, and why.
  struct Complaint {
    let line: Int
    let field: String
    let message: String

    /// `3: segments[0].end: expected …, found …`
    var text: String { "\(line): " + (field.isEmpty ? "" : field + ": ") + message }

    /// The answer in place of the night.
    var document: JSONValue {
      ["line": .integer(line), "error": ["field": .string(field), "message": .string(message)]]
    }
  }

  private enum Line {
    case night(NightRequest)
    case complaint(Complaint)
  }

  private var lines: [Line] = []
  private var nights: [NightRecord] = []
  private var dates: Set<CivilDate> = []
  /// Every night that was read, scored.
  private(set) var store = SleepStore()
  /// What could not be read, in the order of the lines.
  private(set) var complaints: [Complaint] = []

  /// Reads JSON Lines; blank lines are skipped.
  init(_ bytes: [UInt8], zone: (String, Instant) -> ZoneWindow?) {
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() where !text.allSatisfy({ $0 <= 0x20 }) {
      read(Array(text), number: index + 1, zone)
    }
    store = SleepStore(nights)
  }

  /// Sets what is said of nights; the first evening that is not among them, when there is one.
  mutating func set(_ words: [NightWord]) -> CivilDate? {
    for word in words {
      guard let date = word.evening ?? lastEvening else { return nil }
      let isKnown =
        switch word.word {
        case .rating(let stars): store.rate(date, stars)
        case .steps(let steps): store.setSteps(date, steps)
        }
      guard isKnown else { return date }
    }
    return nil
  }

  /// The newest night's evening; nil without nights.
  var lastEvening: CivilDate? { store.nights.last?.date }

  /// One document for each line in its place, and one for the week that the newest night ends.
  var documents: [JSONValue] {
    let answers = lines.map { line in
      switch line {
      case .complaint(let complaint): complaint.document
      case .night(let request): document(of: request)
      }
    }
    return answers + (lastEvening.map { [NightDocument.week(store, through: $0)] } ?? [])
  }

  /// The table of the newest night's week; nothing without nights.
  var table: [String] {
    lastEvening.map { NightsReport(store, through: $0, zone: .utc).table } ?? []
  }

  /// A night that is older than the store keeps is scored by itself among the lines.
  private func document(of request: NightRequest) -> JSONValue {
    let date = request.night.date
    var night = store.night(of: date) ?? request.night
    let all = store.night(of: date) == nil ? nights : store.nights
    night.score = SleepAnalyzer.score(night, among: all)
    let debt = SleepAnalyzer.debtMilliseconds(of: all, through: date) / 60_000
    return NightDocument.document(of: night, debtMinutes: debt, zone: request.zone)
  }

  private mutating func read(
    _ bytes: [UInt8], number: Int, _ zone: (String, Instant) -> ZoneWindow?
  ) {
    do {
      let request = try NightRequest(try JSONReader.read(bytes, firstLine: number), zone: zone)
      guard dates.insert(request.night.date).inserted else {
        return complain(number, "date", "expected a night that no other line has")
      }
      nights.append(request.night)
      lines.append(.night(request))
    } catch let fault as JSONFault {
      complain(number, "", fault.message)
    } catch let fault as FieldFault {
      complain(number, fault.path, fault.message)
    } catch {
      complain(number, "", "\(error)")
    }
  }

  private mutating func complain(_ number: Int, _ field: String, _ message: String) {
    let complaint = Complaint(line: number, field: field, message: message)
    complaints.append(complaint)
    lines.append(.complaint(complaint))
  }
}
