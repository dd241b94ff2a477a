import Glibc
import Testing

@testable import LinuxBoard

@Suite struct OutputStreamTests {
  @Test("A failed write is reported once and remembered")
  func aFailedWriteIsReportedOnceAndRemembered() throws {
    let full = try Descriptor("open", "/dev/full") { open("/dev/full", O_WRONLY | O_CLOEXEC) }
    let stream = OutputStream(full.number, named: "the output")
    #expect(stream.write("") == nil)
    #expect(stream.fault == nil)
    let fault = SystemFault(operation: "write", subject: "the output", errno: ENOSPC)
    #expect(stream.write("a line\n") == fault)
    #expect(stream.write("another\n") == nil)
    #expect(stream.fault == fault)
    #expect(!fault.isUnread)
  }

  @Test("A write that arrives is no fault")
  func aWriteThatArrivesIsNoFault() throws {
    let folder = TemporaryFolder()
    folder.write("", to: "out")
    let file = try Descriptor("open", "out") { open(folder.file("out"), O_WRONLY | O_CLOEXEC) }
    let stream = OutputStream(file.number, named: "the output")
    #expect(stream.write("one\n") == nil)
    #expect(stream.write("two\n") == nil)
    #expect(stream.fault == nil)
    #expect(try PlainFile.read(folder.file("out")) == Array("one\ntwo\n".utf8))
  }
}
