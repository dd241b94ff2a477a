/// A rectangle of a panel's memory: whole bytes, each eight pixels of one column, in pages of eight rows.
public struct PanelWindow: Hashable, Sendable {
  /// Columns of the picture, 0…127.
  public var columns: ClosedRange<Int>
  /// Pages of the picture, 0…7 from the top.
  public var pages: ClosedRange<Int>

  /// A window with all its parts.
  public init(columns: ClosedRange<Int>, pages: ClosedRange<Int>) {
    (self.columns, self.pages) = (columns, pages)
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

  /// The smallest window that contains both.
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

/// Where two frames differ, cut into windows.
struct FrameDifference {
  /// If fewer equal columns than this lie between two that differ, they are not worth a window of their own.
  private static let gap = 6
  /// If there are more windows than this, each is only joined with those that follow: nearly everything has changed
  /// then.
  private static let pairLimit = 24

  /// The columns of each page that differ, top to bottom and left to right, one page high each.
  let runs: [PanelWindow]

  /// The difference of two frames; the whole picture if it is not known what the panel shows.
  init(from shown: [UInt8]?, to frame: [UInt8]) {
    guard let shown else {
      runs = (0..<PanelGeometry.pages).map { PanelWindow(columns: PanelWindow.whole.columns, pages: $0...$0) }
      return
    }
    var runs: [PanelWindow] = []
    for page in 0..<PanelGeometry.pages {
      let start = page * PanelGeometry.columns
      var open: ClosedRange<Int>?
      for column in 0..<PanelGeometry.columns where shown[start + column] != frame[start + column] {
        if let run = open, column - run.upperBound > Self.gap {
          runs.append(PanelWindow(columns: run, pages: page...page))
          open = nil
        }
        open = (open?.lowerBound ?? column)...column
      }
      if let open { runs.append(PanelWindow(columns: open, pages: page...page)) }
    }
    self.runs = runs
  }

  /// Bytes that differ, with those between them that are sent as well.
  var byteCount: Int { runs.reduce(0) { $0 + $1.byteCount } }

  /// The difference in windows, joined two by two for as long as that costs no more.
  func windows(spanPages: Bool, cost: (PanelWindow) -> Int) -> [PanelWindow] {
    var windows = runs
    while let (one, other) = bestPair(of: windows, spanPages: spanPages, cost: cost) {
      let joined = windows[one].union(windows[other])
      windows[one] = joined
      windows.remove(at: other)
    }
    return windows
  }

  /// The two whose joint window saves the most bytes, or nil if every joint window costs more than the two.
  private func bestPair(
    of windows: [PanelWindow], spanPages: Bool, cost: (PanelWindow) -> Int
  ) -> (Int, Int)? {
    var best: (pair: (Int, Int), saved: Int)?
    for one in windows.indices {
      let last = windows.count > Self.pairLimit ? min(one + 1, windows.count - 1) : windows.count - 1
      for other in windows.indices where other > one && other <= last {
        guard spanPages || windows[one].pages == windows[other].pages else { continue }
        let saved = cost(windows[one]) + cost(windows[other]) - cost(windows[one].union(windows[other]))
        if saved >= 0, saved > best?.saved ?? -1 { best = ((one, other), saved) }
      }
    }
    return best?.pair
  }
}
