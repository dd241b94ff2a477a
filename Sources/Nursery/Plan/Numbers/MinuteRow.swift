/// Up to six numbers of minutes, one for each nap or wake window of a day. They are stored in the value itself: a
/// search tries thousands of days, and an array for each would cost more than the computation.
struct MinuteRow: Hashable, Sendable {
  private var first: Int32 = 0
  private var second: Int32 = 0
  private var third: Int32 = 0
  private var fourth: Int32 = 0
  private var fifth: Int32 = 0
  private var sixth: Int32 = 0

  /// The number at a place, 0…5; places that were never set hold 0.
  subscript(_ index: Int) -> Int {
    get {
      switch index {
      case 0: Int(first)
      case 1: Int(second)
      case 2: Int(third)
      case 3: Int(fourth)
      case 4: Int(fifth)
      default: Int(sixth)
      }
    }
    set {
      let number = Int32(truncatingIfNeeded: newValue)
      switch index {
      case 0: first = number
      case 1: second = number
      case 2: third = number
      case 3: fourth = number
      case 4: fifth = number
      default: sixth = number
      }
    }
  }

  /// All six together.
  var sum: Int { Int(first) + Int(second) + Int(third) + Int(fourth) + Int(fifth) + Int(sixth) }
}

extension MinuteRow {
  /// Three numbers.
  init(_ first: Int, _ second: Int, _ third: Int) {
    self.init()
    self[0] = first
    self[1] = second
    self[2] = third
  }

  /// The same number at the first places, and 0 behind them.
  init(repeating number: Int, count: Int) {
    self.init()
    for index in 0..<count { self[index] = number }
  }

  /// The first numbers as an array.
  func array(_ count: Int) -> [Int] { (0..<count).map { self[$0] } }
}
