/// The marks of the small face's letters, named by their spacing form. Sheets read as in `SmallArt`.
enum AccentArt {
  /// Over small letters: from one row above the capitals down.
  static let overSmallLetters = """
    `     ´     ^     ~     ¯     ˘     ˙     ¨     °     ˝     ˇ     ‘
    .#... ...#. ..#.. .##.# ..... #...# ..... ..... ..#.. ..#.# .#.#. ..##.
    ..#.. ..#.. .#.#. #..#. .###. .###. ..#.. .#.#. .#.#. .#.#. ..#.. ..#..
    ..... ..... ..... ..... ..... ..... ..... ..... ..#.. ..... ..... .....
    """

  /// Over capitals and tall letters, which are set a row lower to make room.
  static let overCapitals = """
    `     ´     ^     ~     ¯     ˘     ˙     ¨     °     ˝     ˇ
    .#... ...#. ..#.. .##.# .###. #...# ..#.. .#.#. .###. ..#.# .#.#.
    ..#.. ..#.. .#.#. #..#. ..... .###. ..... ..... .#.#. .#.#. ..#..
    """

  /// Below the line.
  static let under = """
    ¸     ‚     ˛
    ..#.. .##.. ...##
    """
}
