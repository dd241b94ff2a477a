extension ScheduleFailure {
  /// The reason for which the day, with the naps asked for, has no plan.
  public var reason: String {
    switch cause {
    case .request(let fault): fault.message
    case .setting(let fault): fault.text
    case .infeasible(let requested, _): requested.reason.text
    }
  }

  /// Why two naps do not work; nil when that was not tried.
  public var twoNap: String? { reason(naps: 2) }

  /// Why three naps do not work; nil when that was not tried.
  public var threeNap: String? { reason(naps: 3) }

  /// The whole text for a parent: the reason, what to try, and why another number of naps does not help.
  public var text: String {
    guard case .infeasible(let requested, let other) = cause else { return reason }
    let text = "Could not create a valid schedule. \(requested.reason.text) \(requested.reason.hint)"
    guard let other else { return text }
    return text + " (Note: \(other.naps) naps also failed - \(other.reason.text))"
  }

  private func reason(naps: Int) -> String? {
    guard case .infeasible(let requested, let other) = cause else { return nil }
    if requested.naps == naps { return requested.reason.text }
    return other?.naps == naps ? other?.reason.text : nil
  }
}
