import CareJournal
import Nursery

/// What Home Assistant receives from a state document (docs/control.md). Times stay the texts that the box wrote, with
/// their offset.
package struct HomeDocument: Hashable, Sendable {
  /// A sleep or a feed that is in progress.
  package struct Running: Hashable, Sendable {
    /// The id of its line.
    package var id: String
    /// `sleep` or `nursing`.
    package var kind: String
    /// When it began; nil if the box does not say.
    package var start: String?
  }

  /// One baby.
  package struct Baby: Hashable, Sendable {
    /// The number in the box's configuration, 1 to 9.
    package var number: Int
    /// The baby's name.
    package var name: String
    /// The state of the day, one of `HomeEntity.dayStates`. This and every other nil means that the box does not say.
    package var state: String?
    /// The state of the feeds, such as `ready`.
    package var feed: String?
    /// When the next nap may begin.
    package var nextNap: String?
    /// The time to wake by.
    package var wakeBy: String?
    /// Whether `nextNap` and `wakeBy` are counted from a beginning that is known only within bounds.
    package var isGuessed = false
    /// The bedtime.
    package var bedtime: String?
    /// When the last sleep of this waking day ended.
    package var lastSleep: String?
    /// When the last feed of this waking day began.
    package var lastFeed: String?
    /// The side whose turn it is: `left`, `right` or `both`.
    package var nextSide: String?
    /// The style of the plan, one of `HomeEntity.planStyles`.
    package var planStyle: String?
    /// How long the baby slept in the last 24 hours, in minutes.
    package var sleepMinutes: Int?
    /// What the baby drank from bottles in the last 24 hours, in millilitres.
    package var milliliters: Int?
    /// The sleeps and feeds in progress.
    package var running: [Running] = []

    /// The event of a kind that is in progress.
    package func running(_ kind: String) -> Running? { running.first { $0.kind == kind } }
  }

  /// The ordinal of the box's start.
  package var boot: Int
  /// The babies, in the document's order.
  package var babies: [Baby]
  /// The box's time; nil if the document has none.
  package var now: Instant?
  /// Whether the box knows what time it is.
  package var isClockKnown: Bool
  /// The version of the box's program; empty if the document has none.
  package var version: String
  /// The state of the crib, one of `HomeEntity.cribStates`; nil without one.
  package var crib: String?
  /// Whether a quiet session runs.
  package var isQuiet: Bool
  /// Whether something at the box needs the user.
  package var wantsAttention: Bool
  /// How many events are in memory only.
  package var unsaved: Int
  /// Why the card cannot be written, in words; nil if it can.
  package var storageFault: String?

  /// Reads a document. Unknown fields are ignored. Throws if `boot`, `box` or `storage` is missing, if a baby has no
  /// name or number, or if a field has the wrong form.
  package init(_ text: String) throws(HomeDocumentFault) {
    do {
      var fields = try Fields(try JSONReader.read(text))
      boot = try fields.required("boot", as: .integer)
      now = try fields.optional("now", as: .instant)
      isClockKnown =
        try fields.optional("clock", as: .string).map { ["synced", "hand"].contains($0) } ?? false
      babies = []
      for var baby in try fields.objects("babies") { babies.append(try Baby(&baby)) }
      var box = try fields.object("box")
      version = try box.optional("version", as: .string) ?? ""
      crib = try box.optional("crib", as: .string)
      wantsAttention = try box.optional("attention", as: .bool) ?? false
      var quiet = try box.optionalObject("quiet")
      isQuiet = try quiet?.optionalObject("session") != nil
      var storage = try box.object("storage")
      unsaved = try storage.optional("unsaved", as: .integer) ?? 0
      storageFault = try storage.optional("fault", as: .string)
    } catch let fault as FieldFault {
      throw .field(fault)
    } catch let fault as JSONFault {
      throw .json(fault)
    } catch {
      throw .other("\(error)")
    }
  }
}

extension HomeDocument.Baby {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    number = try fields.required("id", as: .integer(in: 1...9))
    name = try fields.required("name", as: .nonEmptyString)
    state = try fields.optional("state", as: .string)
    feed = try fields.optional("feed", as: .string)
    var nap = try fields.optionalObject("nextNap")
    nextNap = try nap?.optional("start", as: .string)
    wakeBy = try fields.optional("wakeBy", as: .string)
    isGuessed = try fields.optional("guessed", as: .bool) ?? false
    bedtime = try fields.optional("bedtime", as: .string)
    nextSide = try fields.optional("nextSide", as: .string)
    var plan = try fields.optionalObject("plan")
    planStyle = try plan?.optional("style", as: .string)
    var day = try fields.optionalObject("last24h")
    sleepMinutes = try day?.optional("sleepMinutes", as: .integer)
    milliliters = try day?.optional("bottleMilliliters", as: .integer)
    for var sleep in try fields.objects("sleeps") {
      lastSleep = try sleep.optional("end", as: .string) ?? lastSleep
    }
    for var feed in try fields.objects("feeds") {
      lastFeed = try feed.optional("start", as: .string) ?? lastFeed
    }
    for var care in try fields.objects("running") {
      running.append(
        HomeDocument.Running(
          id: try care.required("id", as: .string), kind: try care.required("kind", as: .string),
          start: try care.optional("start", as: .string)))
    }
  }
}

/// Why a state document cannot be read.
package enum HomeDocumentFault: Error, Hashable, Sendable {
  /// A field is missing, or has the wrong form.
  case field(FieldFault)
  /// The text is not JSON.
  case json(JSONFault)
  /// Anything else, in words.
  case other(String)
}

extension HomeDocumentFault: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .field(let fault): "state document: \(fault.path): \(fault.message)"
    case .json(let fault): "state document: column \(fault.column): \(fault.message)"
    case .other(let text): "state document: \(text)"
    }
  }
}
