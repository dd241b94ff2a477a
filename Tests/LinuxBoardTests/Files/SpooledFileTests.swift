import Glibc
import Testing

@testable import LinuxBoard

/// Text that is read several times without being held in memory.
@Suite struct SpooledFileTests {
  private let folder = TemporaryFolder()

  private func text(of file: SpooledFile) throws -> String {
    String(decoding: try file.read(at: 0, count: file.count + 10), as: UTF8.self)
  }

  @Test("A file is read where it is")
  func aFileIsReadWhereItIs() throws {
    folder.write("hello", to: "file")
    var seen: [UInt8] = []
    let file = try SpooledFile(folder.file("file"), limitBytes: 5) { piece in
      seen += piece
      return true
    }
    #expect(file.count == 5 && seen == Array("hello".utf8))
    #expect(try text(of: file) == "hello")
    #expect(String(decoding: try file.read(at: 3, count: 9), as: UTF8.self) == "lo")
    #expect(try Folder.names(at: folder.path) == ["file"])
  }

  @Test("An input that is too long is refused")
  func anInputThatIsTooLongIsRefused() throws {
    folder.write("hello", to: "file")
    for path in [folder.file("file"), "/dev/zero"] {
      let fault = #expect(throws: SystemFault.self) { _ = try SpooledFile(path, limitBytes: 4) { _ in true } }
      #expect(fault?.isTooLong == true)
    }
  }

  @Test("An input that is not wanted is not read further")
  func anInputThatIsNotWantedIsNotReadFurther() throws {
    let file = try SpooledFile("/dev/zero", limitBytes: 1 << 40) { _ in false }
    #expect(file.count == 65_536)
  }
}
