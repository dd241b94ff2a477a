/// A clock with a battery on the board, such as a DS3231 behind the kernel's overlay.
enum BatteryClock {
  /// Two clocks that were read one after the other, and the whole second of one of them, differ by less.
  private static let toleranceMilliseconds = 5_000

  /// Whether the kernel set the system's clock from one when it started, and the system's clock still says what that one
  /// does: without its battery it starts anywhere. The kernel says so in `hctosys`, and its time in `since_epoch`, of the
  /// clock's folder (Documentation/ABI/testing/sysfs-class-rtc).
  static func hasSetTheClock(
    wallMilliseconds: Int = LinuxClock(syncSign: .always).wallMilliseconds, folder: String = "/sys/class/rtc"
  ) -> Bool {
    // One that was never set says 1970, and so does the system's clock after it.
    guard wallMilliseconds >= SyncSign.earliestMilliseconds else { return false }
    return names(in: folder).contains { name in
      let seconds = number("\(folder)/\(name)/since_epoch")
      return number("\(folder)/\(name)/hctosys") == 1
        && seconds.map { abs($0 * 1_000 - wallMilliseconds) <= toleranceMilliseconds } ?? false
    }
  }

  /// None where the board has no such clock.
  private static func names(in folder: String) -> [String] {
    do { return try Folder.names(at: folder) } catch { return [] }
  }

  /// What a file of the kernel says; nil where it cannot be read, as for a clock that was never set.
  private static func number(_ path: String) -> Int? {
    do {
      let text = try PlainFile.read(path)
      return Int(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)).map {
        min($0, 1 << 40)
      }
    } catch {
      return nil
    }
  }
}
