import CareJournal
import Nursery

/// What Home Assistant receives from a state document (docs/control.md). Times stay the text that the box wrote, with its offset.
package struct HomeDocument: Hashable, Sendable {
  /// A sleep or a feed that is in progress.
  package struct Running: Hashable, Sendable {
    /// The id of its line.
    package var id: String
    /// `sleep` or `nursing`.
    package var kind: String
    /// When it began.
    package var start: String?
  }

  /// One baby.
  package struct Baby: Hashable, Sendable {
    /// The number in the box's configuration, 1 to 9.
    package var number: Int
    package var name: String
    package var state: String?
    package var feed: String?
    package var nextNap: String?
    package var wakeBy: String?
    /// Whether the next nap and that time are counted from a beginning of which only bounds are known.
    package var isGuessed = false
    package var bedtime: String?
    /// When the last sleep ended, and the last feed began, of this waking day.
    package var lastSleep: String?
    package var lastFeed: String?
    package var nextSide: String?
    package var planStyle: String?
    /// Minutes asleep in 24 hours.
    package var sleepMinutes: Int?
    /// What the baby drank from bottles in 24 hours; nil if the box does not say.
    package var milliliters: Int?
    package var running: [Running] = []

    /// The event of a kind that is in progress.
    package func running(_ kind: String) -> Running? { running.first { $0.kind == kind } }
  }

  /// The ordinal of the box's start.
  package var boot: Int
  package var babies: [Baby]
  package var now: Instant?
  /// Whether the box knows what time it is.
  package var isClockKnown: Bool
  package var version: String
  package var crib: String?
  package var isQuiet: Bool
  package var wantsAttention: Bool
  /// Events that are in memory only.
  package var unsaved: Int
  package var storageFault: String?

  /// Reads a document. Unknown fields are ignored, and of a baby only name and number are required.
  package init(_ text: String) throws(HomeDocumentFault) {
    do {
      var fields = try Fields(try JSONReader.read(text))
      boot = try fields.required("boot", as: .integer)
      now = try fields.optional("now", as: .instant)
      isClockKnown = try fields.optional("clock", as: .string) == "synced"
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
  /// A field has not the form that it must have.
  case field(FieldFault)
  /// It is no JSON.
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
