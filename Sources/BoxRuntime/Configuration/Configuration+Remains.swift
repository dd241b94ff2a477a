import CareJournal

extension Configuration {
  /// What can be used of a file that is refused, to find the box's directory, its socket and its panel all the same:
  /// those keys that can be read, and the defaults for all others. No babies, and no quiet sessions.
  package init(remainsOf bytes: [UInt8]) {
    self.init(babies: [])
    guard let document = Self.readable({ try JSONReader.read(bytes, dialect: .json5) }),
      let fields = Self.readable({ try Fields(document) })
    else { return }
    readRemains(fields)
  }

  private mutating func readRemains(_ fields: Fields) {
    var fields = fields
    board = Self.readable { try fields.optional("board", as: .boardName) } ?? board
    stateDirectory =
      Self.readable { try fields.optional("stateDirectory", as: .absolutePath) } ?? stateDirectory
    socket = Self.readable { try fields.optional("socket", as: .absolutePath) } ?? socket
    timeZone = Self.readable { try fields.optional("timeZone", as: .nonEmptyString) }
    guard var panel = Self.readable({ try fields.optionalObject("display") }) else { return }
    display.readRemains(&panel)
  }

  /// Nil for what cannot be read: its fault was told when the whole file was refused.
  static func readable<Value>(_ read: () throws -> Value?) -> Value? {
    do {
      return try read()
    } catch {
      return nil
    }
  }
}

extension Configuration.Display {
  fileprivate mutating func readRemains(_ fields: inout Fields) {
    typealias File = Configuration
    controller = File.readable { try fields.optional("controller", as: .panelKind) } ?? controller
    address = File.readable { try fields.optional("address", as: .oledAddress) }
    nightFrom = File.readable { try fields.optional("nightFrom", as: .timeOfDay) } ?? nightFrom
    nightTo = File.readable { try fields.optional("nightTo", as: .timeOfDay) } ?? nightTo
  }
}
