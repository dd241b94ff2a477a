import Nursery
import Testing

@testable import Household

/// Whatever bytes the broker sends, a reader reads or refuses them, and never ends the process.
@Suite struct HostileBytesTests {
  private static let samples: [[UInt8]] = [
    Document.text(running: Document.sleeping), Lines.bundle("aaa", after: 4, [5, 6, 9], isEnd: true).text,
    LineWant(from: "a", after: ["b": 2]).text, HaveMap.text(["b": 2, "a": 1]),
    #"{"do":"ON","at":"2026-02-11T13:05:00.123456+00:00"}"#, "cribside/home/7c1e9a04b2d1/baby/1/set/asleep",
    "cribside/home/bbb/line/7c1e9a04b2d1",
  ].map { Array($0.utf8) }

  /// A sample with some bytes changed, removed, repeated or inserted.
  private func mutant(_ waits: inout SeededWaits) -> [UInt8] {
    var bytes = Self.samples[waits.wait(0...Self.samples.count - 1)]
    for _ in 0..<waits.wait(1...4) where !bytes.isEmpty {
      let place = waits.wait(0...bytes.count - 1)
      switch waits.wait(0...4) {
      case 0: bytes[place] = UInt8(waits.wait(0...255))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes[place] ^= 1 << UInt8(waits.wait(0...7))
      }
    }
    return bytes
  }

  @Test("Changed messages are read or refused", arguments: 1...8)
  func changedMessagesAreReadOrRefused(seed: Int) throws {
    var waits = SeededWaits(seed: UInt64(seed))
    var peering = Peering(own: "7c1e9a04b2d1", membership: .open, seed: 1)
    _ = peering.handle(.boxHas(["7c1e9a04b2d1": 3], isFresh: true), at: 0)
    _ = peering.handle(.lines([]), at: 0)
    _ = peering.handle(.joined, at: 0)
    var home = HomeModel(Document.topics)
    var wishes = HomeWishes()
    let known = try HomeDocument(Document.awake)
    for now in 0..<4000 {
      let bytes = mutant(&waits)
      let text = String(decoding: bytes, as: UTF8.self)
      _ = TopicKind(text, of: Document.topics)
      if let have = HaveMap.read(bytes) { _ = peering.handle(.have("b", have), at: now) }
      if let want = LineWant(bytes) { _ = peering.handle(.want("b", want), at: now) }
      if let bundle = LineBundle(bytes) { _ = peering.handle(.bundle("b", bundle), at: now) }
      wishes.receive(
        HomeWishes.Message(what: "asleep", baby: 1, payload: bytes, isRetained: false), document: known,
        at: now,
        wall: nil, nonce: waits.next())
      do throws(HomeDocumentFault) {
        _ = home.show(try HomeDocument(text))
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(peering.peers.count <= 1)
  }
}
