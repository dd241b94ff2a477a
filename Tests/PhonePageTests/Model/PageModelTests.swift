import ControlLink
import Testing

@testable import PhonePage

/// The rules of the page alone. Time is an argument, and the test plays the box.
@Suite struct PageModelTests {
  /// A page with one phone that the box knows.
  private struct Page {
    var model = PageModel(gate: PageGate(), files: [:])
    var last: UInt64 = 0

    init() {
      for case .call(let call, .phone, _) in ask("/api/log") {
        let phone = BoxEnd(exit: 0, output: #"{"name":"Anna","since":null}"#, error: "")
        _ = handle(.box(call: call, .end(phone)))
      }
      end(call: 2)
    }

    mutating func handle(_ input: PageInput, at milliseconds: Int = 0) -> [PageEffect] {
      model.handle(input, at: milliseconds)
    }

    mutating func ask(_ path: String, at milliseconds: Int = 0) -> [PageEffect] {
      last += 1
      var request = PageRequest(id: last, method: "GET", path: path, host: "cribside.local")
      request.cookie = "cribside=" + String(repeating: "a", count: 32)
      return handle(.request(request), at: milliseconds)
    }

    @discardableResult mutating func end(call: Int) -> [PageEffect] {
      handle(.box(call: call, .end(BoxEnd(exit: 0, output: "", error: ""))))
    }
  }

  private static func status(_ effects: [PageEffect]) -> Int? {
    for case .answer(_, let response) in effects { return response.status }
    return nil
  }

  private static func calls(_ effects: [PageEffect]) -> [Int] {
    effects.compactMap { if case .call(let call, .command, _) = $0 { call } else { nil } }
  }

  @Test("A stream that was silent for 15 seconds sends a comment")
  func aStreamThatWasSilentFor15SecondsSendsAComment() throws {
    var page = Page()
    let opened = page.ask("/api/events")
    let stream = page.last
    #expect(opened.contains(.openStream(stream)))
    let watch = opened.compactMap { if case .call(let call, .watch, _) = $0 { call } else { nil } }
    #expect(page.handle(.tick, at: 14_999) == [])
    #expect(page.handle(.tick, at: 15_000) == [.write(stream, ": \n\n")])
    let state = BoxState(boot: 3, sequence: 1, phones: [], text: "{}")
    let told = page.handle(.box(call: try #require(watch.first), .state(state)), at: 20_000)
    #expect(told == [.write(stream, "id: 3-1\nevent: state\ndata: {}\n\n")])
    #expect(page.handle(.tick, at: 34_999) == [])
    #expect(page.handle(.tick, at: 35_000) == [.write(stream, ": \n\n")])
  }

  @Test(
    "A state that is older than two seconds is asked for again, since a phone takes its time for the present")
  func oldState() throws {
    func watches(_ effects: [PageEffect]) -> [Int] {
      effects.compactMap { if case .call(let call, .watch, _) = $0 { call } else { nil } }
    }
    var page = Page()
    let first = try #require(watches(page.ask("/api/state")).first)
    let state = BoxState(boot: 3, sequence: 1, phones: [], text: #"{"now":1}"#)
    #expect(Self.status(page.handle(.box(call: first, .state(state)), at: 10)) == 200)
    #expect(Self.status(page.ask("/api/state", at: 1_900)) == 200)
    let asked = page.ask("/api/state", at: 30_000)
    #expect(Self.status(asked) == nil && asked.contains(.hangUp(first)))
    let second = try #require(watches(asked).first)
    // Another phone waits for the same answer.
    #expect(watches(page.ask("/api/state", at: 30_100)) == [])
    let fresh = BoxState(boot: 3, sequence: 2, phones: [], text: #"{"now":2}"#)
    let told = page.handle(.box(call: second, .state(fresh)), at: 30_200)
    let texts = told.compactMap { if case .answer(_, let response) = $0 { response } else { nil } }
    #expect(texts == [.json(fresh.text), .json(fresh.text)])
  }

  @Test("A configured name is not foreign")
  func aConfiguredNameIsNotForeign() {
    let gate = PageGate(names: ["Crib.Example"])
    for (host, status) in [("crib.example", nil), ("CRIB.example:443", nil), ("www.crib.example", 421)] {
      let request = PageRequest(id: 1, method: "GET", path: "/", host: host)
      #expect(gate.refusal(of: request)?.status == status, "\(host)")
    }
  }

  @Test("Sixteen streams are open at once")
  func sixteenStreamsAreOpenAtOnce() {
    var page = Page()
    for _ in 0..<16 {
      let effects = page.ask("/api/events")
      #expect(effects.contains(.openStream(page.last)))
    }
    #expect(Self.status(page.ask("/api/events")) == 429)
    _ = page.handle(.streamClosed(page.last - 1))
    #expect(Self.status(page.ask("/api/events")) == nil)
  }

  @Test("Four questions reach the box at once and 32 wait")
  func fourQuestionsReachTheBoxAtOnceAnd32Wait() throws {
    var page = Page()
    var asked: [Int] = []
    for _ in 0..<36 {
      let effects = page.ask("/api/log")
      #expect(Self.status(effects) == nil)
      asked += Self.calls(effects)
    }
    #expect(asked.count == 4)
    #expect(Self.status(page.ask("/api/log")) == 429)
    let next = page.end(call: try #require(asked.first))
    #expect(Self.status(next) == 200 && Self.calls(next).count == 1)
    #expect(Self.status(page.ask("/api/log")) == nil)
  }
}
