// swift-tools-version: 6.0
import PackageDescription

// The sources once more, built for libFuzzer and the address sanitizer; `.ci/fuzz` builds and runs it. A package of
// its own, since the executable is a library here: libFuzzer brings its own main.

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
    .target(
      name: "LinuxBoard",
      dependencies: ["Nursery", "Peripherals", "CareJournal", "CGPIOD", "CI2C", "CLinux"],
      swiftSettings: strict),
    .target(
      name: "SimulatedBoard", dependencies: ["Peripherals", "CareJournal"], swiftSettings: strict),
    .target(
      name: "cribside",
      dependencies: [
        "Nursery", "CribMotion", "Bedside", "Peripherals", "CareJournal", "LinuxBoard", "SimulatedBoard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Profiles")],
      swiftSettings: strict + [.define("FUZZ")]),
    .target(
      name: "Targets",
      dependencies: ["cribside", "Nursery", "Bedside", "CareJournal", "LinuxBoard", "SimulatedBoard"],
      path: "Targets", exclude: ["FuzzCorpusTests.swift", "FuzzMutation.swift"],
      swiftSettings: strict + [.define("FUZZ")]),
    .executableTarget(name: "fuzz", dependencies: ["Targets"], path: "Runner"),
  ]
)
