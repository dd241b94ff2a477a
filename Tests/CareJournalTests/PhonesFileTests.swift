import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

@Suite struct PhonesFileTests {
  private static let phones = [
    Phone(
      name: "Anna's phone", hash: Phone.hash(ofToken: "00"), since: Instant(milliseconds: 1_770_800_000_000)),
    Phone(name: "Großmutter", hash: Phone.hash(ofToken: "01"), since: nil),
  ]

  @Test("What is kept is read back")
  func whatIsKeptIsReadBack() throws {
    let disk = SimulatedDisk()
    try SmallFile.phones.save(Self.phones, in: disk)
    #expect(try SmallFile.phones.read(from: disk) == .whole(Self.phones))
  }

  /// FIPS 180-4 examples, as published by NIST ("SHA-2 Example Values"), and lengths around a block.
  private static let hashes: [String: String] = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855": "",
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad": "abc",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1":
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318": String(repeating: "a", count: 55),
    "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb": String(repeating: "a", count: 64),
  ]

  @Test("The hash is SHA-256", arguments: hashes.keys.sorted())
  func theHashIsSHA256(hash: String) throws {
    #expect(Phone.hash(ofToken: try #require(Self.hashes[hash])) == hash)
  }
}
