import BoxRuntime
import CareJournal
import Nursery
import Peripherals
import SimulatedBoard

/// The figures of a simulation.
struct SimulationReport {
  var world: SimulatedWorld<SimulatedDisk>
  var boots: Int
  /// Of both processes.
  var wakeups: Int
  var wallSeconds: Double

  /// One JSON object.
  var document: JSONValue {
    [
      "simulatedSeconds": .number(seconds(world.clock.worldNanoseconds)),
      "wallSeconds": .number(wallSeconds),
      "i2c": ["oled": oled, "accelerometer": .object(members(world.accelerometerTraffic))],
      "flash": ["bytes": .integer(world.storage.bytesWritten), "syncs": .integer(world.storage.syncs)],
      "wakeups": .integer(wakeups),
      "events": [
        "acknowledged": .array(world.ledger.acknowledged.map { .string($0.text) }),
        "onFlash": onFlash,
      ],
      "boots": .integer(boots),
      "latency": [
        "pressToSaved": latency(world.ledger.pressToSaved),
        "pressToPixel": latency(world.ledger.pressToPixel),
      ],
    ]
  }

  /// Care lines that a reader finds; null when the log cannot be read.
  private var onFlash: JSONValue {
    do throws(JournalFault) {
      return .integer(try LogFold(of: world.storage).careLines)
    } catch {
      return .null
    }
  }

  private var oled: JSONValue {
    var members = members(world.bus.traffic(of: world.oledAddress))
    members.append(JSONValue.Member(key: "fullRedraws", value: .integer(world.redraws.full)))
    members.append(JSONValue.Member(key: "partialRedraws", value: .integer(world.redraws.partial)))
    return .object(members)
  }

  private func members(_ traffic: BusTraffic) -> [JSONValue.Member] {
    [
      JSONValue.Member(key: "transactions", value: .integer(traffic.transactions)),
      JSONValue.Member(key: "bytes", value: .integer(traffic.bytes)),
      JSONValue.Member(key: "busySeconds", value: .number(seconds(traffic.busyNanoseconds))),
    ]
  }

  private func latency(_ nanoseconds: [UInt64]) -> JSONValue {
    let sorted = nanoseconds.sorted()
    guard let last = sorted.last else { return ["median": .null, "p99": .null, "max": .null] }
    func quantile(_ share: Double) -> JSONValue {
      .number(seconds(sorted[Int((Double(sorted.count - 1) * share).rounded())]))
    }
    return ["median": quantile(0.5), "p99": quantile(0.99), "max": .number(seconds(last))]
  }

  private func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 }
}
