import LinuxBoard

/// The standard output and the standard error.
package enum StandardStreams {
  private static let output = OutputStream(1, named: "the standard output")
  private static let errors = OutputStream(2, named: "the standard error")

  /// Writes an answer: its output to the standard output, its error to the standard error.
  package static func write(_ answer: BoxAnswer) {
    raw(answer.output.printableLines)
    if !answer.error.isEmpty { errorLine("cribside: \(answer.error)") }
  }

  /// Writes an answer. On a terminal a line's first word has the colour that `colours` assigns to it (an SGR number
  /// of ECMA-48 section 8.3.117), unless `NO_COLOR` is set.
  package static func write(_ answer: BoxAnswer, colours: [Substring: String]) {
    guard output.isTerminal, Environment.variable("NO_COLOR")?.isEmpty ?? true else { return write(answer) }
    raw(coloured(answer.output.printableLines, colours))
    write(BoxAnswer(error: answer.error, exit: answer.exit))
  }

  /// A text with a colour for the first word of each line.
  static func coloured(_ text: String, _ colours: [Substring: String]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let word = line.prefix { $0 != " " }
      return colours[word].map { "\u{1B}[\($0)m\(word)\u{1B}[0m\(line.dropFirst(word.count))" }
        ?? String(line)
    }
    return lines.joined(separator: "\n")
  }

  /// Writes a piece of a copy, byte for byte, to the standard output; returns whether it was written.
  package static func copy(_ text: String) -> Bool {
    raw(text)
    return output.fault == nil
  }

  /// Writes a piece of an answer to the standard output; returns whether anyone still reads it.
  package static func piece(_ text: String) -> Bool {
    raw(text.printableLines)
    return output.fault == nil
  }

  /// Writes one line to the standard output.
  package static func line(_ text: String) { raw(text.printableLines + "\n") }

  /// Writes one line to the standard error. If that fails, there is nowhere to report it.
  package static func errorLine(_ text: String) { errors.write(text.printableLines + "\n") }

  /// Writes text unchanged to the standard output.
  package static func raw(_ text: String) {
    guard let fault = output.write(text), let complaint = complaint(about: fault) else { return }
    errorLine(complaint)
  }

  /// The message about an output that was cut; nil if its reader has stopped reading.
  package static func complaint(about fault: SystemFault) -> String? {
    fault.isUnread ? nil : "cribside: the output is cut: \(fault)"
  }

  /// What went wrong with the standard output; nil while everything was written.
  package static var outputFault: SystemFault? { output.fault }
}

/// A folder for what a command writes, created if it is missing.
package struct OutputFolder {
  private let path: String

  /// The folder at a path.
  package init(_ path: String) throws(RunFault) {
    self.path = path
    try RunFault.system { () throws(SystemFault) in try PlainFile.createFolders(path) }
  }

  /// Writes files by their paths within the folder.
  package func write(_ files: [String: [UInt8]]) throws(RunFault) {
    for (name, bytes) in files {
      let file = path + "/" + name
      if let slash = file.lastIndex(of: "/") {
        try RunFault.system { () throws(SystemFault) in try PlainFile.createFolders(String(file[..<slash])) }
      }
      try Self.write(bytes, to: file)
    }
  }

  /// Writes one file.
  package static func write(_ bytes: [UInt8], to path: String) throws(RunFault) {
    try RunFault.system { () throws(SystemFault) in try PlainFile.write(bytes, to: path) }
  }

  /// Checks whether a file can be written, before the work whose result goes there.
  package static func check(_ path: String) throws(RunFault) {
    try RunFault.system { () throws(SystemFault) in try PlainFile.checkWritable(path) }
  }
}

/// A file that a command reads.
package enum InputFile {
  /// The longest file that is read: 1 GiB, a recording of six weeks.
  private static let bytesMax = 1 << 30

  /// The file's bytes; `-` is the standard input.
  package static func read(_ path: String) throws(RunFault) -> [UInt8] {
    try RunFault.system { () throws(SystemFault) in try PlainFile.read(path, bytesMax: bytesMax) }
  }

  /// The file's bytes piece by piece, one for each call; nil at the end. `-` is the standard input.
  package static func pieces(_ path: String) throws(RunFault) -> () throws(RunFault) -> ArraySlice<UInt8>? {
    let chunks = try RunFault.system { () throws(SystemFault) in
      try PlainFile.Chunks(path, bytesMax: bytesMax)
    }
    return { () throws(RunFault) in
      try RunFault.system { () throws(SystemFault) in try chunks.next() }
    }
  }
}
