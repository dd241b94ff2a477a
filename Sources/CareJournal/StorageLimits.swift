/// How much one file of the box's directory may hold.
public enum StorageLimits {
  /// The longest file that is read or written, in bytes. An import becomes one segment as long as it is: five years of
  /// lines are about 20 MB. Half as much again is room enough, and a start that reads such a file still keeps well
  /// within the unit's `MemoryMax=128M`.
  public static let fileBytes = 32 << 20
}
