/// Where the whole picture stands at a time: it moves by one pixel every ten minutes, so that no pixel of the
/// panel is lit for days on end. OLEDs that show one picture around the clock burn it in.
public enum PixelDrift {
  /// Minutes from one position to the next.
  public static let minutesPerStep = 10
  /// Pixels from the first position to the farthest, in each direction.
  public static let reach = 3

  /// A closed way through all sixteen positions of a 4×4 square; each step goes to a neighbour. Most steps go up or
  /// down: a panel does that by a register, while a step aside sends the picture again.
  private static let path: [(dx: Int, dy: Int)] = [
    (0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (1, 1), (2, 1), (2, 2), (2, 3), (3, 3), (3, 2), (3, 1),
    (3, 0), (2, 0), (1, 0),
  ]

  /// The offset right and down, each 0…3 pixels, at a minute of any timeline.
  public static func offset(atMinute minute: Int) -> (dx: Int, dy: Int) {
    let round = path.count * minutesPerStep
    let minuteOfRound = (minute % round + round) % round
    return path[minuteOfRound / minutesPerStep]
  }
}
