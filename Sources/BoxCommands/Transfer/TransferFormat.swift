import ArgumentParser

/// The texts that a log leaves the box as.
enum TransferFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The log's own lines: all that it holds.
  case jsonl
  /// One row for each event as it stands now.
  case csv
  /// The table of sleep that Baby Buddy imports.
  case babyBuddySleep = "babybuddy-sleep"
  /// The table of feedings that Baby Buddy imports.
  case babyBuddyFeeding = "babybuddy-feeding"
}
