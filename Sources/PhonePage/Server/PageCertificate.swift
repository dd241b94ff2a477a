import LinuxBoard

/// What HTTPS needs: a certificate, with those that vouch for it, and its key, each as PEM.
public struct PageCertificate: Sendable {
  let certificate: [UInt8]
  let key: [UInt8]

  /// Reads both files once, while their owner may.
  public init(certificateFile: String, keyFile: String) throws(SystemFault) {
    certificate = try PlainFile.read(certificateFile)
    key = try PlainFile.read(keyFile)
  }
}
