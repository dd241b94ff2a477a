import Bedside

/// The configuration file as the guard follows it. The box reads it at each start, so the guard reads it whenever one
/// begins or ends: both go by the same. A file that is refused must not take away the guaranteed end of a session.
struct GuardFile: Sendable {
  private let path: String
  /// What holds: of the file, or of the last one that was good.
  private(set) var settings: GuardSettings
  /// Why the file is refused; nil: it is not.
  private(set) var refusal: RunFault?

  /// Why a box that follows the file does not run, as far as the file tells.
  var stopCause: Picture.StopCause { refusal.map { .settings(line: $0.line) } ?? .unknown }

  /// Reads a file for the first time.
  init(path: String) {
    self.path = path
    do throws(RunFault) {
      settings = try GuardSettings(file: path)
    } catch {
      settings = GuardSettings(remainsOf: path)
      refusal = error
    }
  }

  /// Reads it again. A refusal is reported where it differs from the one before.
  mutating func readAgain() {
    do throws(RunFault) {
      settings = try GuardSettings(file: path)
      refusal = nil
    } catch {
      refusal = error
    }
  }
}
