import Glibc

/// The kernel's name for this boot.
public enum KernelBoot {
  /// Where the kernel says it (random(4)).
  public static let path = "/proc/sys/kernel/random/boot_id"
  /// The variable that says it where `/proc/sys` is hidden from a service by `ProcSubset=pid`:
  /// `Environment=CRIBSIDE_BOOT_ID=%b` in the unit.
  public static let variable = "CRIBSIDE_BOOT_ID"

  /// This boot's identity: 32 lower-case hexadecimal digits, another one at every boot.
  public static func identity(
    path: String = KernelBoot.path,
    variable: String? = Environment.variable(KernelBoot.variable)
  ) throws(SystemFault) -> String {
    if let digits = variable.flatMap(digits) { return digits }
    do throws(ErrorNumber) {
      if let digits = digits(try TextFile.firstLine(at: path)) { return digits }
    } catch {
      throw error.fault("read", path)
    }
    throw SystemFault(operation: "read", subject: path, errno: EILSEQ)
  }

  /// The digits of a UUID, with or without its dashes.
  private static func digits(_ text: String) -> String? {
    let digits = text.lowercased().filter { $0 != "-" }
    let isHex = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHex && digits.utf8.count == 32 ? digits : nil
  }
}
