// Encodes what a command line's description is made of; `check-package` runs it with Foundation and with the stand-in.
import FoundationEssentials

struct Example: Encodable {
  var quoted = "a\"b\\c/d\u{1}\u{1f}\u{7f}ü\n\t"
  var list = [1, -2]
  var table = ["key": "value", "a": "b"]
  var empty: [Int] = []
  var missing: Int?
  var word = Word.one
  var cases = [Case.list(values: ["x", "y"]), .plain]
  var nested: [Inner] = [Inner(), Inner(isGood: false, inner: [Inner()])]
}

struct Inner: Encodable {
  var isGood = true
  var byte: UInt8 = 255
  var inner: [Inner]?
}

enum Word: String, Encodable { case one }

enum Case: Encodable {
  case list(values: [String])
  case plain
}

struct Plain: Error {}
struct Described: LocalizedError { var errorDescription: String? { "described" } }
struct Undescribed: LocalizedError {}

let encoder = JSONEncoder()
encoder.outputFormatting = .prettyPrinted
encoder.outputFormatting.insert(.sortedKeys)
print(String(data: try encoder.encode(Example()), encoding: .utf8) ?? "nothing")
let errors: [any Error] = [Plain(), Described(), Undescribed()]
for error in errors { print((error as? any LocalizedError)?.errorDescription ?? "none") }
