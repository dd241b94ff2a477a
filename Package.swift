// swift-tools-version: 6.0
import PackageDescription

/// Warnings are errors, in the project's own targets only: a dependency's warning is not ours to fix.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-warnings-as-errors"]),
]

/// Optimised in debug builds too: these modules do nearly all the work of the tests, which run six times as fast with it.
let optimised = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Simulated parts run millions of times in a rehearsal, in one thread: nothing can access them twice at a time.
let simulated = optimised + [.unsafeFlags(["-enforce-exclusivity=unchecked"])]

let package = Package(
  name: "cribside",
  products: [
    .executable(name: "cribside", targets: ["cribside"]),
    .executable(name: "cribside-page", targets: ["cribside-page"]),
    .executable(name: "cribside-link", targets: ["cribside-link"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // Pure: these four build for Embedded Swift, which has no operating system to ask.
    .target(name: "Nursery", swiftSettings: optimised),
    .target(name: "CribMotion", dependencies: ["Nursery"], swiftSettings: optimised),
    .target(name: "Bedside", dependencies: ["Nursery", "CribMotion"], swiftSettings: optimised),
    .target(name: "Peripherals", swiftSettings: optimised),

    // The log on disk, without a disk.
    .target(name: "CareJournal", dependencies: ["Nursery", "CribMotion"], swiftSettings: optimised),

    // The only modules that touch the operating system.
    .target(name: "CGPIOD", linkerSettings: [.linkedLibrary("gpiod")]),
    .target(name: "CI2C", linkerSettings: [.linkedLibrary("i2c")]),
    .target(name: "CLinux"),
    .target(name: "CQRencode", linkerSettings: [.linkedLibrary("qrencode")]),
    .target(
      name: "LinuxBoard",
      dependencies: ["Nursery", "Peripherals", "CareJournal", "CGPIOD", "CI2C", "CLinux", "CQRencode"],
      swiftSettings: strict),

    // The same board in memory.
    .target(
      name: "SimulatedBoard", dependencies: ["Peripherals", "CareJournal"], swiftSettings: simulated),

    // The box: its loop, its threads, its configuration, and the answers it gives.
    .target(
      name: "BoxRuntime",
      dependencies: ["Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard"],
      resources: [.embedInCode("Profiles")], swiftSettings: optimised),

    // What the command line asks of a box, of its directory and of the machine.
    .target(
      name: "BoxCommands",
      dependencies: [
        "Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "BoxRuntime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // The whole box on simulated parts, in simulated time.
    .target(
      name: "Rehearsal",
      dependencies: [
        "Nursery", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "SimulatedBoard", "BoxRuntime",
        "BoxCommands",
      ],
      swiftSettings: optimised),

    .executableTarget(
      name: "cribside",
      dependencies: [
        "Nursery", "CribMotion", "Bedside", "CareJournal", "LinuxBoard", "BoxRuntime", "BoxCommands",
        "Rehearsal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Benchmarks and days at random; never packaged.
    .executableTarget(
      name: "cribside-lab",
      dependencies: [
        "Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "SimulatedBoard",
        "BoxRuntime", "Rehearsal", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Lab/cribside-lab", swiftSettings: strict),

    // The page on the phone, a process of its own.
    .target(
      name: "ControlLink", dependencies: ["Nursery", "CareJournal", "LinuxBoard"], swiftSettings: strict),
    .target(name: "CMicrohttpd", linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(
      name: "PhonePage",
      dependencies: ["Nursery", "CareJournal", "LinuxBoard", "ControlLink", "CMicrohttpd"],
      resources: [.embedInCode("Static")], swiftSettings: strict),
    .executableTarget(
      name: "cribside-page",
      dependencies: [
        "PhonePage", "LinuxBoard", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // The household over MQTT, a process of its own.
    .target(name: "Household", dependencies: ["Nursery", "CareJournal"], swiftSettings: optimised),
    .target(
      name: "CMosquitto",
      linkerSettings: [.linkedLibrary("mosquitto"), .linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .target(name: "CCurl"),
    .target(
      name: "HouseholdLink",
      dependencies: [
        "Nursery", "CareJournal", "LinuxBoard", "ControlLink", "Household", "CMosquitto", "CCurl",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "cribside-link",
      dependencies: [
        "HouseholdLink", "LinuxBoard", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HouseholdTests", dependencies: ["Household", "Nursery", "CareJournal"], swiftSettings: strict),
    .testTarget(
      name: "HouseholdLinkTests",
      dependencies: ["HouseholdLink", "Household", "ControlLink", "CareJournal", "Nursery", "LinuxBoard"],
      swiftSettings: strict),

    .testTarget(name: "NurseryTests", dependencies: ["Nursery", "CareJournal"], swiftSettings: strict),
    .testTarget(
      name: "CribMotionTests", dependencies: ["CribMotion", "Nursery", "CareJournal"],
      swiftSettings: strict),
    .testTarget(
      name: "BedsideTests", dependencies: ["Bedside", "Nursery", "CribMotion"], swiftSettings: strict),
    .testTarget(
      name: "PeripheralsTests", dependencies: ["Peripherals", "SimulatedBoard"],
      swiftSettings: strict),
    .testTarget(
      name: "CareJournalTests", dependencies: ["CareJournal", "Nursery", "CribMotion", "SimulatedBoard"],
      swiftSettings: strict),
    .testTarget(
      name: "SimulatedBoardTests", dependencies: ["SimulatedBoard", "Peripherals", "CareJournal"],
      swiftSettings: strict),
    .testTarget(
      name: "LinuxBoardTests", dependencies: ["LinuxBoard", "Nursery", "Peripherals", "CareJournal"],
      swiftSettings: strict),
    .testTarget(
      name: "StationTests",
      dependencies: [
        "cribside", "cribside-lab", "BoxRuntime", "BoxCommands", "Rehearsal", "Nursery", "CribMotion",
        "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "SimulatedBoard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhonePageTests",
      dependencies: ["PhonePage", "ControlLink", "CareJournal", "Nursery", "LinuxBoard"],
      swiftSettings: strict),
    // They read every source, byte by byte.
    .testTarget(name: "ArchitectureTests", swiftSettings: optimised),

    // Plays systemd for the real program, and takes it down in every way.
    .executableTarget(
      name: "Supervisor", dependencies: ["LinuxBoard", "CareJournal", "Nursery"], path: "Tests/Supervisor",
      swiftSettings: strict),

    // The far end of the rig's bus: the simulated chips behind a real kernel's adapter.
    .executableTarget(
      name: "rig-chips", dependencies: ["SimulatedBoard", "Peripherals", "CareJournal"],
      path: "Board/rig/chips", swiftSettings: strict),
  ]
)

// The readers under libFuzzer, which brings a main and flags of its own: `.ci/fuzz` sets the variable. Everywhere else
// the same files are part of StationTests.
if Context.environment["CRIBSIDE_FUZZ"] != nil {
  package.targets.removeAll { $0.isTest }
  package.targets += [
    .target(
      name: "FuzzTargets",
      dependencies: [
        "BoxRuntime", "BoxCommands", "Rehearsal", "Nursery", "Bedside", "CareJournal", "LinuxBoard",
        "SimulatedBoard",
      ],
      path: "Tests/StationTests/Fuzz", exclude: ["FuzzCorpusTests.swift", "FuzzMutation.swift"],
      swiftSettings: strict + [.define("FUZZ")]),
    .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz"),
  ]
}
