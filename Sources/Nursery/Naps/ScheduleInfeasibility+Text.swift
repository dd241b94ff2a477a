extension ScheduleInfeasibility {
  /// The words that the original program has for it.
  public var text: String {
    switch self {
    case .bedtimeBeforeWake: "Bedtime must be after wake time (same or next day)."
    case .notEnoughTime: "Not enough time for naps + last wake window before bed."
    case .windowsOutsideLimits: "Awake windows would have to go outside the min/max limits."
    case .firstWindow(let minutes, let limit):
      "First wake window (\(minutes) min) exceeds maximum allowed (\(limit) min)."
    case .noRoomForLastNap(let minimum):
      "Not enough time for wake window before last nap (need at least \(minimum) min)"
    }
  }

  /// What a parent may try.
  public var hint: String {
    switch self {
    case .windowsOutsideLimits:
      "Try: (1) Increase max wake window, (2) Decrease min wake window, or (3) Reduce nap lengths."
    case .notEnoughTime, .noRoomForLastNap:
      "Try: (1) Reduce total nap time, (2) Move bedtime later, or (3) Reduce last wake window."
    case .bedtimeBeforeWake, .firstWindow:
      "Try adjusting nap lengths, wake windows, or wake/bed times."
    }
  }
}
