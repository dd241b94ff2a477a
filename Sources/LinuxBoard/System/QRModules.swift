import CQRencode

/// A text as a QR code, made by libqrencode.
package enum QRModules {
  /// Modules on a side of the largest code that is made: version 6.
  package static let longestSide = 41

  /// The rows of modules, true for a dark one, without a quiet zone; nil if the text is too long for `longestSide`,
  /// or the library refuses it.
  package static func rows(of text: String) -> [[Bool]]? {
    var modules = [UInt8](repeating: 0, count: longestSide * longestSide)
    let side = Int(cqr_encode(text, &modules, Int32(modules.count)))
    guard side > 0 else { return nil }
    return (0..<side).map { row in (0..<side).map { modules[row * side + $0] != 0 } }
  }
}
