import LinuxBoard

/// How large the program's file is. The goal is a package's: stripped, with the Swift runtime in it.
enum ProgramFigures {
  private static let megabytes = 16.0

  /// All figures.
  static func all() throws(RunFault) -> [Figure] {
    let bytes = try RunFault.system { () throws(SystemFault) in try ChildProcess.ownSize() }
    return [.measured("The program's file", Double(bytes) / 1e6, "MB", goal: megabytes)]
  }
}
