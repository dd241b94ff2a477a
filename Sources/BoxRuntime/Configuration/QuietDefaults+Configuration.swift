import CareJournal
import Nursery

extension QuietDefaults {
  /// Reads the configuration's `quiet`.
  package mutating func read(_ fields: inout Fields) throws(FieldFault) {
    strictness = try fields.optional("strictness", as: .strictness) ?? strictness
    allowed = try fields.optionalArray("allowed", of: .quietAction).map { Set($0) } ?? allowed
    if var schedule = try fields.optionalObject("schedule") { try read(schedule: &schedule) }
    try fields.finish()
  }

  private mutating func read(schedule fields: inout Fields) throws(FieldFault) {
    let isEnabled = try fields.optional("enabled", as: .bool) ?? schedule.isEnabled
    let start = try fields.optional("start", as: .timeOfDay) ?? schedule.start
    let end = try fields.optional("end", as: .timeOfDay) ?? schedule.end
    let strictness = try fields.optional("strictness", as: .strictness) ?? schedule.strictness
    try fields.finish()
    guard
      let schedule = RecurringSchedule(isEnabled: isEnabled, start: start, end: end, strictness: strictness)
    else { throw fields.fault("end", expected: "another time than the start") }
    self.schedule = schedule
  }
}
