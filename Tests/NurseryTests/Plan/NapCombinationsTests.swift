import Testing

@testable import Nursery

/// The changes that a search tries, and their order, compared with a plain second implementation of the rule.
@Suite struct NapCombinationsTests {
  @Test("Known counts are found")
  func knownCountsAreFound() {
    let two = all([90, 30], limit: 15)
    #expect(two.count == 16)
    #expect(Set(two).count == 13)
    let three = all([60, 60, 60], limit: 30)
    #expect(three.count == 91)
    #expect(Set(three).count == 91)
    #expect(all([20, 60, 60], limit: 15).first == [20, 60, 60])
  }

  @Test("Two naps of any lengths agree with the definition")
  func twoNapsOfAnyLengthsAgreeWithTheDefinition() {
    for first in stride(from: 20, through: 75, by: 1) {
      for second in stride(from: 20, through: 75, by: 5) {
        for locked in [[], [0], [1], [0, 1]] as [[Int]] { compare([first, second], locked) }
      }
    }
  }

  @Test("Three naps of any lengths agree with the definition")
  func threeNapsOfAnyLengthsAgreeWithTheDefinition() {
    let lengths = [25, 30, 34, 35, 47, 60]
    for first in lengths {
      for second in lengths {
        for third in lengths {
          for locked in [[], [0], [2], [0, 1], [0, 1, 2]] as [[Int]] {
            compare([first, second, third], locked)
          }
        }
      }
    }
  }

  @Test("Time that does not divide evenly is shared")
  func timeThatDoesNotDivideEvenlyIsShared() {
    #expect(all([60, 60, 60], limit: 15).contains([55, 63, 62]))
  }

  private func compare(_ lengths: [Int], _ locked: [Int]) {
    for limit in [15, 30] {
      #expect(
        all(lengths, limit: limit, locked: locked) == definition(lengths, limit, Set(locked)),
        "\(lengths) locked \(locked)")
    }
  }

  private func all(_ lengths: [Int], limit: Int, locked: [Int] = []) -> [[Int]] {
    var row = MinuteRow()
    for (index, length) in lengths.enumerated() { row[index] = length }
    var places = NapSet()
    for place in locked { places.insert(place) }
    var found: [[Int]] = []
    let combinations = NapCombinations(lengths: row, count: lengths.count, limit: limit, locked: places)
    let last = combinations.first { row in
      found.append(row.array(lengths.count))
      return false
    }
    #expect(last == nil)
    return found
  }

  private func definition(_ lengths: [Int], _ limit: Int, _ locked: Set<Int>) -> [[Int]] {
    let free = lengths.indices.filter { !locked.contains($0) }
    let steps = Array(stride(from: 5, through: limit, by: 5))
    var found = [lengths]
    func emit(_ changes: [Int: Int]) {
      var changed = lengths
      for (index, change) in changes { changed[index] += change }
      found.append(changed)
    }
    for one in free {
      for other in free where other > one {
        for step in steps {
          if lengths[one] - step >= 30 { emit([one: -step, other: step]) }
          if lengths[other] - step >= 30 { emit([other: -step, one: step]) }
        }
      }
    }
    for giver in free where free.count > 1 {
      for step in steps where lengths[giver] - step >= 30 {
        let takers = free.filter { $0 != giver }
        var changes = [giver: -step]
        for (turn, taker) in takers.enumerated() {
          changes[taker] = step / takers.count + (turn < step % takers.count ? 1 : 0)
        }
        emit(changes)
      }
    }
    for nap in free {
      for change in steps.reversed().map({ -$0 }) + steps where lengths[nap] + change >= 30 {
        emit([nap: change])
      }
    }
    return found
  }
}
