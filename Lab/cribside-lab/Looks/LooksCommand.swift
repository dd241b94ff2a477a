import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside-lab looks`
struct LooksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract:
      "What the panel says over random days of made-up families, and what of it no one would believe.",
    discussion: """
      Each day is looked at every ten minutes. What is counted is a look at which something was odd: a nap that is too \
      long, rows that overlap, a time that moves with nothing pressed. A number is no fault by itself: compare it with \
      that of the version before.
      """)

  @Option(help: "The first seed.") var from: UInt64 = 1
  @Option(help: "How many days of each kind of family.") var days = 100
  @Option(help: "How many of the worst looks to print of each oddity.") var worst = 1
  @Option(help: "Only families of this kind.") var kind: String?

  func validate() throws {
    guard days > 0, worst >= 0, from < 1 << 53 else {
      throw ValidationError("--from, --days and --worst: expected positive numbers")
    }
    guard kind == nil || !kinds.isEmpty else {
      let all = LookFamily.Kind.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw ValidationError("--kind: expected one of \(all)")
    }
  }

  func run() throws {
    var report = LooksReport(kinds: kinds)
    for kind in kinds {
      for seed in from..<from + UInt64(days) {
        let family = LookFamily(seed: seed, kind: kind)
        report.add(try DayLooks(at: family), of: kind)
      }
    }
    StandardStreams.raw(report.text(worst: worst))
  }

  private var kinds: [LookFamily.Kind] {
    LookFamily.Kind.allCases.filter { kind == nil || $0.rawValue == kind }
  }
}
