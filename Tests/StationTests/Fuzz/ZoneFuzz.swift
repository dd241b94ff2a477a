import Nursery

@testable import LinuxBoard

/// Compiled time zones: a file is read as a window, or refused with a fault.
enum ZoneFuzz {
  static func run(_ bytes: [UInt8]) {
    do throws(ByteReader.Ended) {
      let window = try ZoneFile(bytes).window(name: "x", years: 2023...2031)
      _ = window.civil(Instant(milliseconds: 1_770_814_800_000))
    } catch {
      precondition(!error.expected.isEmpty, "a fault without words")
    }
  }
}
