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

/// Where two frames differ, cut into windows in the ways a panel may be sent them.
struct FrameDifference {
  /// One window a page that differs, from its first to its last differing column; top to bottom.
  let rows: [PanelWindow]

  /// The difference of two frames; all of the picture where nothing is known of what is shown.
  init(from shown: [UInt8]?, to frame: [UInt8]) {
    var rows: [PanelWindow] = []
    for page in 0..<PanelGeometry.pages {
      guard let columns = FrameDifference.columns(of: page, from: shown, to: frame) else { continue }
      rows.append(PanelWindow(columns: columns, pages: page...page))
    }
    self.rows = rows
  }

  /// One window a run of neighbouring pages.
  var bands: [PanelWindow] {
    var bands: [PanelWindow] = []
    for row in rows {
      if let last = bands.last, last.pages.upperBound + 1 == row.pages.lowerBound {
        bands[bands.count - 1] = last.union(row)
      } else {
        bands.append(row)
      }
    }
    return bands
  }

  /// One window around everything that differs; empty where nothing does.
  var bounding: [PanelWindow] {
    guard let first = rows.first else { return [] }
    return [rows.dropFirst().reduce(first) { $0.union($1) }]
  }

  private static func columns(of page: Int, from shown: [UInt8]?, to frame: [UInt8]) -> ClosedRange<Int>? {
    guard let shown else { return PanelWindow.whole.columns }
    let start = page * PanelGeometry.columns
    let page = start..<(start + PanelGeometry.columns)
    guard let first = page.first(where: { shown[$0] != frame[$0] }),
      let last = page.last(where: { shown[$0] != frame[$0] })
    else { return nil }
    return (first - start)...(last - start)
  }
}
