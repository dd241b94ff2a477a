import LinuxBoard
import Testing

@testable import PhonePage

/// The files that are embedded in the program.
@Suite struct PageFilesTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/Sources/PhonePage/Static"

  @Test("Every file of the folder is embedded")
  func everyFileOfTheFolderIsEmbedded() throws {
    let files = try PlainFolder.files(below: Self.folder)
    #expect(PageFiles.embedded.map(\.name).sorted() == files.sorted())
    for (name, bytes) in PageFiles.embedded { #expect(!bytes.isEmpty, "\(name)") }
  }

  @Test("A browser that has a file is sent none")
  func aBrowserThatHasAFileIsSentNone() throws {
    let file = try #require(PageFiles.all["/"])
    let first = file.response(knownTag: nil)
    #expect(first.status == 200 && first.headers.contains("Content-Type: text/html; charset=utf-8"))
    let again = file.response(knownTag: file.tag)
    #expect(again.status == 304 && again.body.isEmpty)
  }
}
