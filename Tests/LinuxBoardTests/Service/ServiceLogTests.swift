import Glibc
import Testing

@testable import LinuxBoard

@Suite struct ServiceLogTests {
  let folder = TemporaryFolder()

  private func written(journalStream: (stat) -> String?) throws -> String {
    let file = try Descriptor("open") { open(folder.file("log"), O_RDWR | O_CREAT, 0o600) }
    var status = stat()
    fstat(file.number, &status)
    let log = ServiceLog(descriptor: file.number, journalStream: journalStream(status))
    log.write(.error, "the card is full\nnothing is lost")
    log.write(.notice, "started")
    return String(decoding: try TextFile.bytes(at: folder.file("log")), as: UTF8.self)
  }

  @Test("The journal gets a priority on every line")
  func theJournalGetsAPriorityOnEveryLine() throws {
    let text = try written { "\($0.st_dev):\($0.st_ino)" }
    #expect(text == "<3>the card is full\n<3>nothing is lost\n<5>started\n")
  }

  @Test("A terminal gets plain lines", arguments: [nil, "1:2", "nonsense"])
  func aTerminalGetsPlainLines(stream: String?) throws {
    let text = try written { _ in stream }
    #expect(text == "the card is full\nnothing is lost\nstarted\n")
  }

  @Test("The log does not wait for a journal that does not read")
  func theLogDoesNotWaitForAJournalThatDoesNotRead() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { pair.forEach { close($0) } }
    let log = ServiceLog(descriptor: pair[0], journalStream: nil)
    let text = String(repeating: "the card is full\n", count: 1_000)
    for _ in 0..<1_000 { log.write(.error, text) }
    var byte: UInt8 = 0
    #expect(read(pair[1], &byte, 1) == 1 && byte == UInt8(ascii: "t"), "what had room is there")
  }
}
