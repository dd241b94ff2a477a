extension CareLog {
  /// Turns a wish into the fact that would fulfil it, or refuses it. Changes nothing.
  ///
  /// - Parameters:
  ///   - at: now, by both clocks.
  ///   - id: the new line's own id.
  ///   - clock: what is known of the boots' wall clocks; times are compared through it.
  public func decide(
    _ command: CareCommand, at: Moment, id: EventID, source: Source, clock: ClockHistory
  ) throws(Refusal) -> CareEvent {
    let rules = CareRules(log: self, now: at, clock: clock)
    let change = try rules.change(for: command)
    return CareEvent(id: id, baby: baby, moment: at, source: source, change: change)
  }
}
