/// A rectangle of a panel's memory: whole bytes, each eight pixels of one column, in pages of eight rows.
public struct PanelWindow: Hashable, Sendable {
  /// Columns of the picture, 0…127.
  public var columns: ClosedRange<Int>
  /// Pages of the picture, 0…7 from the top.
  public var pages: ClosedRange<Int>

  /// A window of all its parts.
  public init(columns: ClosedRange<Int>, pages: ClosedRange<Int>) {
    self.columns = columns
    self.pages = pages
  }

  /// The whole picture.
  public static let whole = PanelWindow(
    columns: 0...(PanelGeometry.columns - 1), pages: 0...(PanelGeometry.pages - 1))

  /// Bytes in the window, 1…1024.
  public var byteCount: Int { columns.count * pages.count }

  /// The window's bytes of a page-major frame, page by page.
  func bytes(of frame: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for page in pages {
      let start = page * PanelGeometry.columns
      bytes += frame[(start + columns.lowerBound)...(start + columns.upperBound)]
    }
    return bytes
  }

  /// The smallest window around both.
  func union(_ other: PanelWindow) -> PanelWindow {
    PanelWindow(
      columns: min(
        columns.lowerBound, other.columns.lowerBound)...max(
          columns.upperBound, other.columns.upperBound),
      pages: min(
        pages.lowerBound, other.pages.lowerBound)...max(
          pages.upperBound, other.pages.upperBound))
  }
}
