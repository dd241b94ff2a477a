/// How much of the box's directory is read or written at once, so that no file on the card can fill the memory.
/// `docs/limits.md` lists every limit with the test that reaches it.
public enum StorageLimits {
  /// The longest small file that is read or written whole, in bytes: a hundred nights of nine babies take about half.
  public static let fileBytes = 256 << 10
  /// How much of a segment is read, in bytes. Version 0.1 wrote an import as one segment of up to 32 MiB; this version
  /// writes segments of `segmentBytes`. What follows is not read.
  public static let segmentReadBytes = 64 << 20
  /// How long a segment becomes, in bytes.
  public static let segmentBytes = 64 << 10
  /// The longest line, in bytes without its line end. A longer one is damage.
  public static let lineBytes = 4096
  /// How many findings a check holds; the rest is counted.
  public static let findings = 1000
  /// How deep the JSON of a line may nest.
  public static let lineDepth = 8
}
