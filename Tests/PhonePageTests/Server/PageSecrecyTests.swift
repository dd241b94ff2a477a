import LinuxBoard
import Testing

@testable import PhonePage

/// HTTPS, with openssl as the browser.
@Suite struct PageSecrecyTests {
  /// Two certificates for `cribside.local` with their keys. The first key also exists with a password.
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let place = folder.path
    for name in ["a", "b"] {
      let kind = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -batch"
      let subject = "-subj /CN=cribside.local -addext subjectAltName=DNS:cribside.local"
      let files = "-keyout \(place)/\(name).key -out \(place)/\(name).pem"
      try openssl("req -x509 \(kind) \(subject) \(files)")
    }
    try openssl("pkey -in \(place)/a.key -aes128 -passout pass:secret -out \(place)/locked.key")
  }

  private func openssl(_ words: String) throws {
    let (_, exit) = try ChildProcess.run("openssl", words.split(separator: " ").map(String.init))
    try #require(exit == 0)
  }

  private func bench() throws -> PageBench {
    let (file, key) = (folder.path + "/a.pem", folder.path + "/a.key")
    let bench = try PageBench(certificate: try PageCertificate(certificateFile: file, keyFile: key))
    bench.authority = file
    return bench
  }

  @Test("A phone is paired over HTTPS with a cookie that plain HTTP never carries")
  func aPhoneIsPairedOverHTTPSWithACookieThatPlainHTTPNeverCarries() throws {
    let bench = try bench()
    bench.answer = { _ in
      #"{"exit":0,"output":"{\"token\":\"\#(PageBench.token)\",\"name\":\"Anna\"}\n","error":""}"#
    }
    let paired = try bench.post("/api/pair", #"{"code":"123456","name":"Anna"}"#, "")
    #expect(paired.status == 204)
    #expect(paired.head.contains("HttpOnly; SameSite=Strict; Secure"))
  }

  @Test("The state is followed and a command answered over HTTPS")
  func theStateIsFollowedAndACommandAnsweredOverHTTPS() throws {
    let bench = try bench()
    let phone = try bench.connect(PageBench.request("GET", "/api/events", PageBench.cookie))
    try bench.turn { phone.text.contains("id: 3-1\nevent: state\n") }
    let command = try bench.post("/api/command", #"{"id":"a","command":["log","add","nap"]}"#)
    #expect(command.body == #"{"exit":0,"output":"saved\n","error":""}"#)
    try bench.publish()
    try bench.turn { phone.text.contains("id: 3-2\nevent: state\n") }
    let origin = PageBench.cookie + "Origin: https://cribside.local\r\n"
    #expect(try bench.get("/api/state", origin).status == 200)
  }

  @Test("Plain HTTP and another certificate get no answer")
  func plainHTTPAndAnotherCertificateGetNoAnswer() throws {
    let bench = try bench()
    let plain = try bench.connectPlainly(PageBench.request("GET", "/", ""))
    try bench.turn { plain.isClosed }
    bench.authority = folder.path + "/b.pem"
    let doubter = try bench.connect(PageBench.request("GET", "/", ""))
    try bench.turn { doubter.isClosed }
    #expect(plain.text.isEmpty && doubter.text.isEmpty)
    bench.authority = folder.path + "/a.pem"
    #expect(try bench.get("/", "").status == 200)
  }

  @Test(
    "Files that HTTPS cannot use are named with the reason",
    arguments: [
      ("a.pem", "b.key", "b.key is not the key of the certificate in "),
      ("a.pem", "locked.key", "locked.key is locked by a password"),
      ("a.pem", "b.pem", "b.pem has no private key in PEM"), ("a.key", "a.key", "a.key has no certificate"),
      ("a.pem", "none.key", "none.key: No such file or directory"),
    ])
  func badFiles(certificate: String, key: String, words: String) throws {
    let place = folder.path + "/"
    let fault = #expect(throws: PageFault.self) {
      _ = try PageBench(
        certificate: try PageCertificate(certificateFile: place + certificate, keyFile: place + key))
    }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "no fault")")
  }
}
