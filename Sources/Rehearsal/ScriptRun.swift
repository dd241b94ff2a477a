import Bedside
import BoxCommands
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard

/// `cribside simulate --script`: reads the whole script, plays it, and writes the requested files. It checks first
/// that these can be written.
package struct ScriptRun {
  package var script: String
  package var frames: String?
  package var state: String?
  package var report: String?

  package init(script: String, frames: String? = nil, state: String? = nil, report: String? = nil) {
    (self.script, self.frames, self.state, self.report) = (script, frames, state, report)
  }

  /// Plays the script. Standard output receives the transcript as it grows.
  package func answer() -> BoxAnswer {
    do throws(RunFault) {
      let script = try read()
      let state = try state.map { path throws(RunFault) in try SimulatedBoxFolder(path) }
      let folder = try frames.map { path throws(RunFault) in try OutputFolder(path) }
      try state?.prepare()
      if let report { try OutputFolder.check(report) }
      let begin = LinuxClock().monotonicNanoseconds
      let play = Play(script: script, frames: folder, transcript: StandardStreams.line)
      try play.run()
      let seconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e9
      if let state {
        var files = play.files
        files[SimulationFile.name] = script.configurationText
        try state.replace(with: files)
      }
      if let report {
        let text = JSONWriter.text(play.report(wallSeconds: seconds)) + "\n"
        try OutputFolder.write(Array(text.utf8), to: report)
      }
      return BoxAnswer()
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  private func read() throws(RunFault) -> SimulationScript {
    let bytes = try InputFile.read(script)
    do throws(ScriptFault) {
      return try SimulationScript(bytes, file: script, zones: Zones.window)
    } catch {
      throw RunFault(exit: .data, message: error.description)
    }
  }
}

/// The folder in which a script leaves its box's directory, with a list of its files. The next script replaces those
/// and changes nothing else.
struct SimulatedBoxFolder {
  /// The list's name also explains the folder to anyone who finds it.
  static let listName = "made-by-simulate.txt"
  private static let heading =
    "Made by a script of cribside simulate; the next one there replaces these files:"

  private let path: String
  /// The files of an earlier script, within the folder.
  private let earlier: [String]

  /// Accepts a path without a folder, an empty folder, or one with only an earlier script's files. Refuses any other,
  /// and changes nothing.
  init(_ path: String) throws(RunFault) {
    self.path = path
    let present = try RunFault.system { () throws(SystemFault) in try PlainFolder.files(below: path) }
    let listed = present.contains(Self.listName) ? try Self.listed(in: path) : []
    if let other = present.sorted().first(where: { !listed.contains($0) }) {
      throw RunFault(
        exit: .usage,
        message:
          "--state \(path): expected a new or empty folder, or one with only what an earlier script left;"
          + " found \(other)")
    }
    earlier = present.filter { $0 != Self.listName }
  }

  /// The names in the list, with its own; none if the file is no such list.
  private static func listed(in path: String) throws(RunFault) -> Set<String> {
    let bytes = try InputFile.read(path + "/" + listName)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.first == heading else { return [] }
    return Set(lines.dropFirst() + [listName])
  }

  /// Creates the folder if it is missing, and checks that it can be written to.
  func prepare() throws(RunFault) {
    _ = try OutputFolder(path)
    try OutputFolder.check(path + "/" + Self.listName)
  }

  /// Replaces an earlier script's files with a box's directory. The list is written first, so that it names every
  /// file even if this fails.
  func replace(with files: [String: [UInt8]]) throws(RunFault) {
    try RunFault.storage { () throws(StorageFault) in
      let folder = try DirectoryStorage(directory: path)
      for name in earlier { try folder.remove(name) }
    }
    let list = ([Self.heading] + files.keys.sorted()).map { $0 + "\n" }.joined()
    try RunFault.system { () throws(SystemFault) in
      try PlainFile.replace(Array(list.utf8), at: path + "/" + Self.listName)
    }
    try OutputFolder(path).write(files)
  }
}
