import Nursery

/// Which times of an event are only bounded. On a line they are numbers like exact ones, so that a reader who does
/// not know the word still reads them.
enum RoughTimes: Hashable, Sendable {
  case start
  case end
  case both

  /// The name of the member that tells.
  static let key = "about"

  /// What a patch says; nil when it names no such time.
  init?(of patch: CarePatch) {
    switch (patch.start?.isRough ?? false, patch.end??.isRough ?? false) {
    case (true, true): self = .both
    case (true, false): self = .start
    case (false, true): self = .end
    case (false, false): return nil
    }
  }

  /// The word for it.
  var document: JSONValue { .string(String(decoding: LineVocabulary.about.bytes(for: self), as: UTF8.self)) }

  /// Marks the times of an event that has just been read.
  func mark(_ care: inout Care) {
    if self != .end { care.start = care.start.roughly }
    if self != .start { care.end = care.end?.roughly }
  }

  /// Marks the times of an amendment that has just been read.
  func mark(_ patch: inout CarePatch) {
    if self != .end { patch.start = patch.start?.roughly }
    if self != .start { patch.end = patch.end.map { $0?.roughly } }
  }
}

extension EventTime {
  var isRough: Bool {
    guard case .about = self else { return false }
    return true
  }
}
