import Bedside
import CareJournal
import Nursery

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// Readers of whole files and lines.
enum ReaderFuzz {
  static func configuration(_ bytes: [UInt8]) {
    do {
      let configuration = try Configuration(bytes, file: "c.json5")
      _ = try BedsideSettings(configuration, address: "")
      _ = try BoardProfile.named(configuration.board)
    } catch {
      check("\(error)")
    }
  }

  static func script(_ bytes: [UInt8]) {
    do {
      _ = try SimulationScript(bytes, file: "s.jsonl", zones: Zones.window)
    } catch {
      check("\(error)")
    }
  }

  /// The answer to a line must be JSON on one line.
  static func answer(_ lines: RequestLines, _ bytes: [UInt8]) {
    check(document: lines.answer(bytes, number: 1).answer.document)
  }

  static func nights(_ bytes: [UInt8]) {
    let answers = NightAnswers(bytes, zone: ZoneCache().window)
    for document in answers.documents { check(document: document) }
    _ = answers.table
  }

  /// An answer must be JSON on one line.
  static func check(document: JSONValue) {
    let text = JSONWriter.text(document)
    precondition(!text.utf8.contains(0x0A), "an answer of two lines")
    do {
      _ = try JSONReader.read(text)
    } catch {
      preconditionFailure("an answer that is no JSON: \(error)")
    }
  }

  /// A fault must have a text.
  static func check(_ words: String) {
    precondition(!words.isEmpty, "a fault without words")
  }
}
