import Nursery

/// What the box knows: its settings and its own condition, the babies' logs and the clocks that date them, and what is
/// on its way to the card. Nearly every rule of the model reads it.
struct CareModel: Sendable {
  var settings: BedsideSettings
  /// The baby that the buttons speak of.
  var chosenBaby: BabyID
  var box: BoxCondition
  /// What is on the flash, by baby.
  var logs: [BabyID: CareLog]
  var clocks: ClockHistory
  /// Decided and handed to the storage, oldest first; not state yet.
  var pending: [PendingEvent] = []
  var ids: EventIDSource
  var retryDeadline: Int?
  /// How long the card is left alone before the next attempt, while it refuses.
  var retryAfterMilliseconds = CareModel.leastRetryMilliseconds

  /// While the card refuses, it is tried again after this time, and then after twice the time before, up to the longest.
  static let leastRetryMilliseconds = 10_000
  static let longestRetryMilliseconds = 600_000

  init(
    _ settings: BedsideSettings, logs: [BabyID: CareLog], clocks: ClockHistory, idSeed: UInt64,
    box: BoxCondition,
    chosen: BabyID?
  ) {
    self.settings = settings
    self.logs = logs
    self.clocks = clocks
    self.box = box
    ids = EventIDSource(seed: idSeed)
    let residents = settings.residents.map { $0.id }
    chosenBaby = chosen.flatMap { residents.contains($0) ? $0 : nil } ?? residents.first ?? BabyID(number: 1)
    openLogs()
  }

  /// A baby that is new has a log at once.
  mutating func openLogs() {
    for resident in settings.residents where logs[resident.id] == nil {
      logs[resident.id] = CareLog(baby: resident.id)
    }
  }
}
