import Glibc
import Testing

@testable import LinuxBoard

@Suite struct RawTerminalTests {
  /// A terminal whose other end is the test.
  struct Pair {
    let keyboard: Descriptor
    let terminal: Descriptor

    init() throws {
      var master: Int32 = -1
      var slave: Int32 = -1
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      _ = try SystemCall.complete("openpty") { openpty(&master, &slave, nil, nil, &size) }
      keyboard = Descriptor(adopting: master)
      terminal = Descriptor(adopting: slave)
    }

    func flags() -> tcflag_t {
      var settings = termios()
      tcgetattr(terminal.number, &settings)
      return settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG)
    }
  }

  @Test("Keys arrive one by one and the terminal is restored")
  func keysArriveOneByOneAndTheTerminalIsRestored() throws {
    let pair = try Pair()
    let found = pair.flags()
    let raw = try RawTerminal(descriptor: pair.terminal.number)
    #expect(pair.flags() == tcflag_t(ISIG))
    #expect(try raw.keys() == .typed([]))
    write(pair.keyboard.number, "nF", 2)
    #expect(try raw.keys() == .typed(Array("nF".utf8)))
    raw.restore()
    #expect(pair.flags() == found)
    raw.restore()
    #expect(pair.flags() == found)
  }

  @Test("The end of the object restores the terminal too")
  func theEndOfTheObjectRestoresTheTerminalToo() throws {
    let pair = try Pair()
    let found = pair.flags()
    var raw: RawTerminal? = try RawTerminal(descriptor: pair.terminal.number)
    #expect(raw != nil && pair.flags() != found)
    raw = nil
    #expect(pair.flags() == found)
  }

  @Test("A terminal that is gone ends")
  func aTerminalThatIsGoneEnds() throws {
    var pair: Pair? = try Pair()
    let terminal = try #require(pair).terminal
    let raw = try RawTerminal(descriptor: terminal.number)
    pair = nil
    #expect(try raw.keys() == .ended)
  }

  @Test("Only a terminal can be raw")
  func onlyATerminalCanBeRaw() throws {
    let file = try Descriptor("open") { open("/dev/null", O_RDWR) }
    #expect(throws: SystemFault(operation: "tcgetattr", errno: ENOTTY)) {
      try RawTerminal(descriptor: file.number)
    }
    #expect(TerminalSize(descriptor: file.number) == nil)
  }

  @Test("The window's size is read")
  func theWindowsSizeIsRead() throws {
    let pair = try Pair()
    let size = try #require(TerminalSize(descriptor: pair.terminal.number))
    #expect(size.columns == 80)
    #expect(size.rows == 24)
  }
}
