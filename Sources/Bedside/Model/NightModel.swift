import Nursery

/// What is kept of nights.
struct NightModel: Sendable {
  /// By baby, with what a person said of them.
  var stores: [BabyID: SleepStore]
  /// What was handed over to be kept last; nil: what the flash has is not known.
  var handedOver: [BabyID: SleepStore]?
  /// What the nights were gathered from last.
  var mark: NightsMark?

  /// The nights that were kept.
  init(_ kept: [BabyID: SleepStore]) {
    stores = kept
    handedOver = kept
  }
}
