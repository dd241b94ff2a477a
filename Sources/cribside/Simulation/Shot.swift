import Bedside
import CareJournal
import Nursery
import SimulatedBoard

/// What an eye sees of the box at one moment, and what the box thinks it shows.
struct Shot: Hashable, Sendable {
  /// The page's name; empty while no box runs.
  let page: String
  /// How the panel is lit.
  let light: PanelLight
  /// Every string drawn; none when the panel is off.
  let texts: [String]
  /// The day state's name; empty while no log is open.
  let state: String
  /// What the panel shows: 1,024 bytes, page-major.
  let pixels: [UInt8]

  /// Looks at a world, at the box that runs in it, if one does, and at what some process has put on the panel.
  init<Storage>(
    world: SimulatedWorld<Storage>, station: Station<SimulatedWorld<Storage>>?, shown: PanelDesk.Shown?
  ) {
    let isOn = world.isPowered && world.oled.isVisible
    let shown = isOn ? shown : nil
    page = station?.model?.currentPage.name ?? ""
    light = shown?.light ?? .off
    texts = light == .off ? [] : shown?.texts ?? []
    state = station?.dayState ?? ""
    pixels = isOn ? world.oled.pixels : [UInt8](repeating: 0, count: 1024)
  }

  /// The picture as a PNG file, 1:1.
  var picture: [UInt8] {
    PNGImage(width: Frame.width, height: Frame.height) { x, y in
      pixels[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
    }.bytes
  }

  /// `page`, `panel`, `texts`, `state`, `pixels`.
  var document: JSONValue {
    [
      "page": .string(page), "panel": .string(light.name), "texts": .array(texts.map { .string($0) }),
      "state": .string(state), "pixels": .string(pixels.hexadecimal),
    ]
  }
}

extension Station {
  /// The day state's name now; empty while the log is not open.
  var dayState: String? { model?.day(at: now)?.state.name }
}
