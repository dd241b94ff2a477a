/// The pictures at the head of the Now page, eleven rows high: what the baby does, for those who do not read. Sheets read
/// as in `SmallArt`.
enum StateArt {
  /// By day, at night, in the crib, at the breast.
  static let pictures = """
    ☀           ☾           ▦           ◉
    .....#..... ....####... #.........# ...#####...
    .#...#...#. ..####..... #.........# .##.....##.
    ..#.....#.. .####...... ########### .#.......#.
    ....###.... .###....... #..#.#.#..# #.........#
    ...#####... ####....... #..#.#.#..# #....#....#
    ##.#####.## ####....... #..#.#.#..# #...###...#
    ...#####... ####......# #..#.#.#..# #....#....#
    ....###.... .####....## #..#.#.#..# #.........#
    ..#.....#.. .#########. ########### .#.......#.
    .#...#...#. ..#######.. #.........# .##.....##.
    .....#..... ....####... #.........# ...#####...
    """
}

extension Face {
  /// The pictures of `StateArt`, as letters.
  static let pictures = Face(
    capHeight: 11, descent: 0, spacing: 1, spaceWidth: 11, boxWidth: 11,
    entries: GlyphSheet(StateArt.pictures).entries)
}
