import Testing

/// The frame that the rig's `press` scenario expects in the panel's memory, made by the same press on the simulated
/// board. `CRIBSIDE_RECORD=1 swift test --filter RigGolden` records it.
struct RigGoldenTests {
  /// The baby, the zone and the minute are those of Board/rig/guest/box.sh. The frame is from within the 4 s of the
  /// confirmation.
  private static let script = """
    {"timeZone":"Europe/Copenhagen","board":"pi-4",\
    "baby":{"name":"Mia","birthdate":"2026-03-01","bedtime":"19:00"}}
    {"at":"2026-08-11T14:30:10+02:00","press":"nap"}
    {"at":"2026-08-11T14:30:12+02:00","end":true}
    """

  @Test("The simulated board shows the rig's frame")
  func theSimulatedBoardShowsTheRigsFrame() throws {
    try Recording(script: Self.script, rests: false).comparePanel(with: "rig-nap-started.txt")
  }
}
