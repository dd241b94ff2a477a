import LinuxBoard

/// What HTTPS needs: a certificate with its chain, and its key, each as PEM.
public struct PageCertificate: Sendable {
  let certificate: [UInt8]
  let key: [UInt8]
  /// The fault to report if the web server refuses the certificate and the key together.
  let mismatch: PageFault

  /// Reads both files once, while the process may read them. Throws if one cannot be read, is not PEM, or if the key
  /// has a password.
  public init(certificateFile: String, keyFile: String) throws(PageFault) {
    do throws(SystemFault) {
      certificate = try PlainFile.read(certificateFile)
      key = try PlainFile.read(keyFile)
    } catch {
      throw .system(error)
    }
    mismatch = .certificate(
      "\(keyFile) is not the key of the certificate in \(certificateFile), or one of them is damaged")
    guard certificate.contains("BEGIN CERTIFICATE".utf8) else {
      throw .certificate("\(certificateFile) has no certificate in PEM")
    }
    guard key.contains("PRIVATE KEY".utf8) else { throw .certificate("\(keyFile) has no private key in PEM") }
    guard !key.contains("ENCRYPTED".utf8) else {
      throw .certificate(
        "\(keyFile) is locked by a password; `openssl pkey -in \(keyFile)` writes it without one")
    }
  }
}
