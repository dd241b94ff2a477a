// swift-tools-version: 6.0
import PackageDescription

// The libraries once more, built for libFuzzer and the address sanitizer; `.ci/fuzz` builds and runs it. A package of
// its own, since libFuzzer brings a main and flags of its own.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "fuzz",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .target(name: "Nursery", swiftSettings: strict),
    .target(name: "CribMotion", dependencies: ["Nursery"], swiftSettings: strict),
    .target(name: "Bedside", dependencies: ["Nursery", "CribMotion"], swiftSettings: strict),
    .target(name: "Peripherals", swiftSettings: strict),
    .target(name: "CareJournal", dependencies: ["Nursery", "CribMotion"], swiftSettings: strict),
    .target(name: "CGPIOD", linkerSettings: [.linkedLibrary("gpiod")]),
    .target(name: "CI2C", linkerSettings: [.linkedLibrary("i2c")]),
    .target(name: "CLinux"),
    .target(name: "CQRencode", linkerSettings: [.linkedLibrary("qrencode")]),
    .target(
      name: "LinuxBoard",
      dependencies: ["Nursery", "Peripherals", "CareJournal", "CGPIOD", "CI2C", "CLinux", "CQRencode"],
      swiftSettings: strict),
    .target(
      name: "SimulatedBoard", dependencies: ["Peripherals", "CareJournal"], swiftSettings: strict),
    .target(
      name: "BoxRuntime",
      dependencies: ["Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard"],
      resources: [.embedInCode("Profiles")], swiftSettings: strict),
    .target(
      name: "BoxCommands",
      dependencies: [
        "BoxRuntime", "Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "Rehearsal",
      dependencies: [
        "BoxRuntime", "BoxCommands", "Nursery", "Bedside", "Peripherals", "CareJournal", "LinuxBoard",
        "SimulatedBoard",
      ],
      swiftSettings: strict),
    .target(
      name: "Targets",
      dependencies: [
        "BoxRuntime", "BoxCommands", "Rehearsal", "Nursery", "Bedside", "CareJournal", "LinuxBoard",
        "SimulatedBoard",
      ],
      path: "Targets", exclude: ["FuzzCorpusTests.swift", "FuzzMutation.swift"],
      swiftSettings: strict + [.define("FUZZ")]),
    .executableTarget(name: "fuzz", dependencies: ["Targets"], path: "Runner"),
  ]
)
