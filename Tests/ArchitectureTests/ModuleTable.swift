/// Which module may import which.
enum ModuleTable {
  /// Every Swift module of `Sources` and `Lab`, and the modules that it may import.
  static let imports: [String: Set<String>] = [
    "Nursery": [],
    "CribMotion": ["Nursery"],
    "Bedside": ["Nursery", "CribMotion"],
    "Peripherals": [],
    "CareJournal": ["Nursery", "CribMotion"],
    "LinuxBoard": [
      "Nursery", "Peripherals", "CareJournal", "CGPIOD", "CI2C", "CLinux", "CQRencode", "Glibc",
      "Synchronization",
    ],
    "SimulatedBoard": ["Peripherals", "CareJournal"],
    "ControlLink": ["Nursery", "CareJournal", "LinuxBoard"],
    "PhonePage": ["Nursery", "CareJournal", "LinuxBoard", "ControlLink", "CMicrohttpd"],
    "cribside-page": ["PhonePage", "LinuxBoard", "ArgumentParser"],
    "Household": ["Nursery", "CareJournal"],
    "HouseholdLink": [
      "Nursery", "CareJournal", "LinuxBoard", "ControlLink", "Household", "CMosquitto", "CCurl",
    ],
    "cribside-link": ["HouseholdLink", "LinuxBoard", "ArgumentParser"],
    "BoxRuntime": ["Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard"],
    "BoxCommands": [
      "Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "BoxRuntime",
      "ArgumentParser",
    ],
    "Rehearsal": [
      "Nursery", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "SimulatedBoard", "BoxRuntime",
      "BoxCommands",
    ],
    "cribside": [
      "Nursery", "CribMotion", "Bedside", "CareJournal", "LinuxBoard", "BoxRuntime", "BoxCommands",
      "Rehearsal",
      "ArgumentParser",
    ],
    "cribside-lab": [
      "Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "SimulatedBoard",
      "BoxRuntime", "Rehearsal", "ArgumentParser",
    ],
  ]

  /// The C modules.
  static let shims: Set<String> = [
    "CCurl", "CGPIOD", "CI2C", "CLinux", "CMicrohttpd", "CMosquitto", "CQRencode",
  ]

  /// The modules that build for Embedded Swift, without an operating system.
  static let pure: Set<String> = ["Nursery", "CribMotion", "Bedside", "Peripherals"]

  /// The only module that calls the operating system.
  static let boundary = "LinuxBoard"

  /// The module of a path: the folder below `Sources` or `Lab`.
  static func module(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }
}
