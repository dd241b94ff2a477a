import CareJournal
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// The files with other boxes' lines, read piece by piece.
@Suite struct PeerFilesTests {
  @Test("Of a file without end, only the first 64 MiB are read")
  func aFileWithoutEnd() {
    let pieces = 4_096
    var text = [UInt8](repeating: UInt8(ascii: "x"), count: pieces * PeerFiles.pieceBytes)
    for piece in 1...pieces { text[piece * PeerFiles.pieceBytes - 1] = UInt8(ascii: "\n") }
    let disk = SimulatedDisk(files: [
      "peers/a.jsonl": text + Array("beyond\n".utf8), "peers/b.jsonl": [0x62, 0x0A],
    ])
    var files = PeerFiles(boxes: .open)
    var lines: [[UInt8]] = []
    while !files.isDone { lines += files.next(from: disk) }
    #expect(lines.count == pieces + 1, "64 MiB of the first file, and the other one")
    #expect(lines.last == [0x62], "nothing beyond")
    #expect(files.refused == 0)
  }
}
