import Testing

@testable import Nursery

/// The circular mean of bedtimes, compared with values of Python's math library.
@Suite struct BedtimeMeanTests {
  /// Times in minutes after midnight, their mean, and their mean distance from it.
  static let reference: [(times: [Int], mean: Double, deviation: Double)] = [
    ([0], 0.000000000, 0.000000000),
    ([1439], 1439.000000000, 0.000000000),
    ([720], 720.000000000, 0.000000000),
    ([360], 360.000000000, 0.000000000),
    ([1080], 1080.000000000, 0.000000000),
    ([1410, 30], 1440.000000000, 30.000000000),
    ([1380, 1380, 60], 1419.584362556, 53.194787519),
    ([0, 0, 300], 92.610908506, 130.870302835),
    ([1140, 1150, 1095, 1260], 1160.713026633, 49.106513317),
    ([1, 1439, 0, 2], 0.500000000, 1.000000000),
    ([1065, 1215, 1140], 1140.000000000, 50.000000000),
    ([180, 1], 90.500000000, 89.500000000),
    ([1439, 0], 1439.500000000, 0.500000000),
    ([1170, 1230, 1110, 1185, 1140, 1155, 1320], 1186.301036695, 49.843301441),
    ([308, 808, 1333, 98], 108.581075047, 281.250000000),
    ([1097, 192], 1364.500000000, 267.500000000),
    ([1193, 118, 1039, 439], 1329.913193141, 301.250000000),
    ([176, 888], 532.000000000, 356.000000000),
    ([143, 492, 185, 1128, 869], 226.431062937, 314.286212587),
    ([1158, 253], 1425.500000000, 267.500000000),
    ([1291, 1284, 1193], 1256.198731621, 41.933756126),
    ([1181, 1199], 1190.000000000, 9.000000000),
    ([101, 452, 95, 1140, 272], 158.720387751, 197.344077550),
    ([858, 295, 1107, 241], 302.042321601, 314.771160800),
    ([631, 1147, 1396, 370, 211, 1191], 23.367301069, 299.666666667),
    ([1308, 384, 762, 199, 1121, 128], 88.252970714, 291.249009762),
    ([122, 1267, 421, 1016, 1393, 1088], 1305.216641014, 240.833333333),
    ([643, 953, 1199, 928, 740], 884.810298422, 162.437940316),
    ([508, 368, 1431, 499], 378.388272950, 162.000000000),
    ([1176, 614], 895.000000000, 281.000000000),
    ([1013, 703, 919, 589, 1247, 149], 894.243735992, 281.252088003),
    ([1048, 856], 952.000000000, 96.000000000),
    ([700, 311, 1001], 694.931552439, 231.689482520),
    ([80, 1368, 158, 1142, 1173], 1359.794690629, 162.241061874),
    ([1341, 1368, 1378, 88, 47, 1090, 1115], 1335.921444384, 127.033666692),
    ([1296, 65, 1086, 1082, 1337, 36, 1311], 1301.991028381, 123.286995946),
    ([1415, 1375, 1043, 52, 1383, 1192, 1139], 1295.806636566, 142.170480491),
    ([85, 1080, 1243, 1314, 1152, 1273, 1427], 1285.405663841, 114.772237692),
    ([1420, 88, 1102, 1190, 39, 1431, 1304], 1356.317902153, 129.383156835),
    ([1160, 20, 1305, 5, 1387, 1409, 1256], 1348.143457152, 90.265220407),
  ]

  @Test("The mean is the direction of the vector sum", arguments: reference)
  func direction(times: [Int], mean: Double, deviation: Double) throws {
    let computed = BedtimeMean(times.map { WallTime(minutesAfterMidnight: $0) })
    let minutes = try #require(computed.minutes)
    #expect(DayAngle.distance(minutes, mean) < 1e-6)
    #expect(abs(computed.deviationMinutes - deviation) < 1e-6)
    #expect((0..<1440).contains(minutes))
  }

  @Test("Shifting every time shifts the mean", arguments: [1, 59, 360, 719, 720, 1081, 1439])
  func turns(by minutes: Int) throws {
    for (times, mean, deviation) in Self.reference {
      let turned = BedtimeMean(times.map { WallTime(minutesAfterMidnight: $0 + minutes) })
      let found = try #require(turned.minutes)
      let wanted = (mean + Double(minutes)).truncatingRemainder(dividingBy: 1440)
      #expect(DayAngle.distance(found, wanted) < 1e-6)
      #expect(abs(turned.deviationMinutes - deviation) < 1e-6)
    }
  }

  @Test("Times that cancel have none", arguments: [[], [0, 720], [0, 480, 960], [100, 820, 300, 1020]])
  func timesThatCancelHaveNone(times: [Int]) {
    let mean = BedtimeMean(times.map { WallTime(minutesAfterMidnight: $0) })
    #expect(mean.minutes == nil)
    #expect(mean.deviationMinutes == (times.isEmpty ? 0 : 360))
  }

  @Test("Every minute has itself for mean")
  func everyMinuteHasItselfForMean() throws {
    for minute in 0..<1440 {
      let mean = try #require(BedtimeMean([WallTime(minutesAfterMidnight: minute)]).minutes)
      #expect(DayAngle.distance(mean, Double(minute)) < 1e-9)
    }
  }

  @Test("Sine and cosine lie on the circle")
  func sineAndCosineLieOnTheCircle() {
    let known: [(Double, Double)] = [
      (0, 0), (60, 0.258819045102520762), (120, 0.5), (180, 0.707106781186547524),
      (240, 0.866025403784438647),
      (360, 1), (720, 0), (840, -0.5), (1080, -1), (1, 0.00436330928474657), (359, 0.999990480720734),
    ]
    for (minutes, sine) in known { #expect(abs(DayAngle.sine(minutes) - sine) < 5e-16, "\(minutes)") }
    for minute in -1440..<2880 {
      let (sine, cosine) = (DayAngle.sine(Double(minute)), DayAngle.cosine(Double(minute)))
      #expect(abs(sine * sine + cosine * cosine - 1) < 1e-15)
      #expect(abs(sine - DayAngle.cosine(Double(minute) - 360)) < 5e-16)
    }
  }
}
