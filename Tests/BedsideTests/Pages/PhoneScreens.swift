import Nursery

@testable import Bedside

/// The Box page while a phone is being paired, or the clock is set by hand.
enum PhoneScreens {
  static let all = [
    screen("picture", offer(at: "192.168.178.23")),
    screen("name", offer(at: "raspberrypi.local")),
    screen("digits", offer(at: "fe80::1ff:fe2a:beef:cafe", hasPicture: false)),
    GoldenScreens.Screen(name: "box-phone-refused", scene: box.with { $0.notice = .noPhoneNow }),
    GoldenScreens.Screen(
      name: "box-phone-notice",
      scene: box.with {
        $0.box.phone = offer(at: "192.168.178.23")
        $0.notice = .saving
      }),
  ]

  /// The clock page while a person sets the time, and the notice after it.
  static let clock =
    ClockByHand.Field.allCases.map { field in
      GoldenScreens.Screen(
        name: "box-clock-\(field)",
        scene: box.with {
          var clock = ClockByHand(
            date: CivilDate(daysSinceEpoch: 20_495), time: WallTime(minutesAfterMidnight: 15 * 60 + 40),
            until: 0)
          clock.field = field
          $0.clockByHand = clock
          $0.clockIsKnown = false
        })
    } + [
      GoldenScreens.Screen(
        name: "box-clock-notice", scene: box.with { $0.notice = .clockSetByHand(SampleScenes.at(15, 40)) }),
      GoldenScreens.Screen(name: "box-clock-known", scene: box.with { $0.notice = .clockIsSet }),
    ]

  private static let box = SampleScenes.asleep.with { $0.page = .box }

  private static func screen(_ name: String, _ offer: PhoneOffer) -> GoldenScreens.Screen {
    GoldenScreens.Screen(name: "box-phone-" + name, scene: box.with { $0.box.phone = offer })
  }

  private static func offer(at address: String, hasPicture: Bool = true) -> PhoneOffer {
    PhoneOffer(code: "493817", address: address, picture: hasPicture ? CodePicture(modules) : nil)
  }

  /// `http://192.168.178.23/#493817`, as libqrencode draws it; `.ci/page` reads it on the panel.
  static let modules = drawing.map { row in row.map { $0 == "#" } }

  private static let drawing = [
    "#######     ###   #######",
    "#     # # #    ## #     #",
    "# ### #    #    # # ### #",
    "# ### # ###  # ## # ### #",
    "# ### #  # ###    # ### #",
    "#     # ##   #### #     #",
    "####### # # # # # #######",
    "         ## #  #         ",
    "##### ####   # ### # # # ",
    "##  #     ### #  #     # ",
    "  # ### # # ## #  ## # ##",
    "####   ##   #   #   #   #",
    "# #  ### ### #    ### ###",
    "#### # # # ## #      # # ",
    "#   #####    # # # # # ##",
    "#   ## ###### ##     #  #",
    "# # #### ##  #  ##### #  ",
    "        # ####  #   ###  ",
    "####### ##   ## # # #####",
    "#     #  #  # ###   ## ##",
    "# ### # #  # # ######### ",
    "# ### # #####  ## ### ###",
    "# ### # ### ##   #    # #",
    "#     # # #   # # ####  #",
    "####### #    # # ########",
  ]
}
