import CareJournal
import Household
import LinuxBoard

/// `household` in the box's configuration file. The rest of the file is for the box, and is ignored here.
package enum HouseholdConfiguration {
  /// Reads the file, and the files that it names. Throws `configuration` if one cannot be read or a field is wrong.
  ///
  /// - Parameters:
  ///   - broker: overrides the file's.
  ///   - name: overrides the file's name of the household.
  package static func read(_ path: String, broker: String?, name: String?) throws(LinkFault) -> LinkSettings {
    let bytes = try file(path)
    do {
      let document = try JSONReader.read(bytes, dialect: .json5)
      return try settings(document, broker: broker, name: name)
    } catch let fault as FieldFault {
      throw .configuration("\(path):\(fault.line): \(fault.path): \(fault.message)")
    } catch let fault as JSONFault {
      throw .configuration("\(path):\(fault.line): \(fault.message)")
    } catch let fault as LinkFault {
      throw fault
    } catch {
      throw .configuration("\(path): \(error)")
    }
  }

  /// Settings without a file.
  package static func settings(broker: String, name: String) throws(LinkFault) -> LinkSettings {
    do {
      return try settings(.object([]), broker: broker, name: name)
    } catch let fault as FieldFault {
      throw .configuration("\(fault.path): \(fault.message)")
    } catch let fault as LinkFault {
      throw fault
    } catch {
      throw .configuration("\(error)")
    }
  }

  private static func settings(
    _ document: JSONValue, broker: String?, name: String?
  ) throws -> LinkSettings {
    var root = try Fields(document)
    var fields = try root.optionalObject("household") ?? Fields(.object([]), path: "household")
    let written = (
      name: try fields.optional("name", as: .householdName),
      broker: try fields.optional("broker", as: .string)
    )
    let buddy = try self.buddy(&fields)
    let address = (broker ?? written.broker).flatMap { BrokerAddress($0) }
    guard address != nil || buddy != nil && broker == nil && written.broker == nil else {
      throw fields.fault(
        "broker", expected: "an address such as mqtt://192.168.1.7:1883 or mqtts://broker.local")
    }
    var settings = LinkSettings(
      household: try name.map(Self.checked) ?? written.name ?? "home", broker: address)
    settings.access = try access(&fields)
    settings.membership = try membership(&fields)
    settings.servesHomeAssistant = try fields.optional("homeAssistant", as: .bool) ?? true
    settings.buddy = buddy
    try fields.finish()
    guard let address else { return settings }
    guard address.isSecure == (settings.access.authorityFile != nil || settings.access.key != nil) else {
      throw fields.fault(
        "broker",
        expected: address.isSecure
          ? "caFile, or pskIdentity and pskFile, with mqtts" : "mqtts with caFile or pskIdentity")
    }
    return settings
  }

  private static func checked(_ name: String) throws(LinkFault) -> String {
    guard let name = FieldKind.householdName.read(.string(name)) else {
      throw .configuration("--household: expected \(FieldKind.householdName.expected), found \(name)")
    }
    return name
  }

  private static func buddy(_ fields: inout Fields) throws -> BuddySettings? {
    guard var buddy = try fields.optionalObject("babyBuddy") else { return nil }
    let url = try buddy.required("url", as: .webAddress)
    let token = try secret(try buddy.required("tokenFile", as: .nonEmptyString))
    try buddy.finish()
    return token.map { BuddySettings(url: url, token: $0) }
  }

  private static func access(_ fields: inout Fields) throws -> BrokerAccess {
    var access = BrokerAccess()
    access.user = try fields.optional("user", as: .nonEmptyString)
    access.password = try secret(try fields.optional("passwordFile", as: .nonEmptyString))
    access.authorityFile = try fields.optional("caFile", as: .nonEmptyString)
    access.keyIdentity = try fields.optional("pskIdentity", as: .nonEmptyString)
    access.key = try secret(try fields.optional("pskFile", as: .nonEmptyString))
    guard access.password == nil || access.user != nil else {
      throw fields.fault("user", expected: "a name beside passwordFile")
    }
    guard (access.keyIdentity == nil) == (access.key == nil) else {
      throw fields.fault("pskIdentity", expected: "pskIdentity and pskFile together")
    }
    guard access.key == nil || access.authorityFile == nil else {
      throw fields.fault("caFile", expected: "either caFile or pskFile")
    }
    return access
  }

  /// `"open"`, or the ids of the boxes.
  private static func membership(_ fields: inout Fields) throws(FieldFault) -> Membership {
    guard let value = fields.remove("boxes"), value.kind != .null else { return .listed([]) }
    if case .string("open") = value.kind { return .open }
    var ids: Set<String> = []
    guard case .array(let elements) = value.kind else {
      throw fields.fault("boxes", expected: expectedBoxes)
    }
    for element in elements {
      guard let id = id(of: element), !id.isEmpty, id.utf8.count <= 64 else {
        throw fields.fault("boxes", expected: expectedBoxes)
      }
      ids.insert(id)
    }
    return .listed(ids)
  }

  private static let expectedBoxes = "\"open\", or a list of boxes, each its id or { id: …, name: … }"

  /// The id of a box. It may have a name, which the box checks.
  private static func id(of element: JSONValue) -> String? {
    switch element.kind {
    case .string(let id): return id
    case .object(let members):
      guard case .string(let id)? = members.first(where: { $0.key == "id" })?.value.kind else { return nil }
      return id
    default: return nil
    }
  }

  /// The first line of a file that only its owner should read.
  ///
  /// - Parameter name: a path; or a name without a slash, for a file in `/etc/cribside/secrets`. The unit passes these
  ///   files to the program (systemd.exec(5), LoadCredential), so only root need be able to read the folder.
  private static func secret(_ name: String?) throws(LinkFault) -> String? {
    guard var path = name else { return nil }
    if !path.utf8.contains(UInt8(ascii: "/")) {
      let handedOver = Environment.variable("CREDENTIALS_DIRECTORY").map { $0 + "/secret_" }
      path = (handedOver ?? "/etc/cribside/secrets/") + path
    }
    let line = try file(path).prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, line.count <= 1024 else {
      throw .configuration("\(path): expected a secret on the first line")
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func file(_ path: String) throws(LinkFault) -> [UInt8] {
    do throws(SystemFault) {
      return try PlainFile.read(path)
    } catch {
      throw .configuration("\(error)")
    }
  }
}

extension FieldKind where Value == String {
  /// The address of a server, without a slash at its end.
  static var webAddress: FieldKind {
    .text("an address such as http://192.168.1.7:8000") { text in
      let host = ["http://", "https://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
      guard let host, !host.isEmpty,
        text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 })
      else { return nil }
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }
}
