import Nursery
import Testing

@testable import Household

/// What is sent to Home Assistant, and when.
@Suite struct HomeModelTests {
  private let topics = Document.topics

  private func home(_ text: String = Document.awake) throws -> HomeModel {
    var home = HomeModel(topics)
    _ = home.connect()
    _ = home.show(try HomeDocument(text))
    return home
  }

  @Test("The state is one topic for each baby")
  func theStateIsOneTopicForEachBaby() throws {
    var home = HomeModel(topics)
    _ = home.connect()
    let messages = home.show(try HomeDocument(Document.text(running: Document.sleeping)))
    let state = try #require(messages.first { $0.topic == "cribside/home/7c1e9a04b2d1/baby/1/state" })
    #expect(state.isRetained)
    #expect(
      state.payload
        == #"{"state":"awakeEarly","asleep":"ON","feeding":"OFF","next_nap":"2026-02-11T14:20:00-05:00","wake_by":null,"bedtime":"2026-02-11T19:00:00-05:00","last_sleep":"2026-02-11T11:20:00-05:00","last_feed":"2026-02-11T11:25:00-05:00","asleep_since":"2026-02-11T12:31:00-05:00","sleep_24h":842,"intake_24h":null,"next_side":"right","plan_style":"buildLater"}"#
    )
    let box = try #require(messages.first { $0.topic == "cribside/home/7c1e9a04b2d1/state" })
    #expect(
      box.payload == #"{"quiet":"OFF","crib":"empty","problem":"OFF","unsaved":0,"storage_fault":null}"#)
  }

  @Test("A word that is not listed is unknown")
  func aWordThatIsNotListedIsUnknown() throws {
    let state = HomeState.messages(of: try HomeDocument(Document.text(state: "unlisted")), topics)[1]
    #expect(state.payload.hasPrefix(#"{"state":null,"#))
  }

  @Test("An unchanged state is not sent again")
  func anUnchangedStateIsNotSentAgain() throws {
    var home = try home()
    let messages1 = try home.show(HomeDocument(Document.awake))
    #expect(messages1.isEmpty)
    let changed = home.show(try HomeDocument(Document.text(running: Document.sleeping)))
    #expect(changed.map(\.topic) == ["cribside/home/7c1e9a04b2d1/baby/1/state"])
  }

  @Test("A birth is answered with everything")
  func aBirthIsAnsweredWithEverything() throws {
    var home = try home()
    let all = home.birth()
    #expect(all.contains { $0.topic == "homeassistant/device/cribside_7c1e9a04b2d1_1/config" })
    #expect(all.contains { $0.topic == "cribside/home/7c1e9a04b2d1/baby/1/state" })
    #expect(all.contains { $0.topic == "cribside/home/7c1e9a04b2d1/answers" && $0.payload == "online" })
    #expect(all.allSatisfy { $0.isRetained })
  }

  @Test("Nothing is sent while the broker is away")
  func nothingIsSentWhileTheBrokerIsAway() throws {
    var home = try home()
    home.disconnect()
    let messages2 = try home.show(HomeDocument(Document.text(running: Document.sleeping)))
    #expect(messages2.isEmpty)
    let messages3 = home.boxLeft()
    #expect(messages3.isEmpty)
    let all = home.connect()
    #expect(all.contains { $0.payload.contains(#""asleep":"ON""#) })
    #expect(all.contains { $0.topic == topics.answers && $0.payload == "offline" })
  }

  @Test("A box that does not answer is offline")
  func aBoxThatDoesNotAnswerIsOffline() throws {
    var home = try home()
    let messages4 = home.boxLeft()
    #expect(messages4 == [TopicMessage(topic: topics.answers, payload: "offline", isRetained: true)])
    let messages5 = try home.show(HomeDocument(Document.awake))
    #expect(messages5.map(\.payload) == ["online"])
  }

  @Test("A baby that left is removed")
  func aBabyThatLeftIsRemoved() throws {
    let two = Document.text(more: "," + Document.baby(2, name: "Bo", state: "nightSleep", feed: "ready"))
    var home = try home(two)
    let gone = home.show(try HomeDocument(Document.awake)).filter { $0.payload.isEmpty }
    let topics = [
      "device/cribside_7c1e9a04b2d1_2/config", "datetime/cribside_7c1e9a04b2d1_2/asleep_since/config",
    ]
    #expect(gone == topics.map { TopicMessage(topic: "homeassistant/" + $0, payload: "", isRetained: true) })
    let again = home.birth()
    #expect(!again.contains { $0.payload.isEmpty }, "once")
  }

  @Test("A baby that left while the program was away is removed")
  func aBabyThatLeftWhileTheProgramWasAwayIsRemoved() throws {
    var home = try home()
    let own = home.found(device: 1)
    #expect(own.isEmpty)
    let gone = home.found(device: 2)
    #expect(gone.count == 2 && gone.allSatisfy { $0.payload.isEmpty && $0.isRetained })
    var early = HomeModel(topics)
    _ = early.connect()
    _ = early.found(device: 3)
    let messages = early.show(try HomeDocument(Document.awake))
    #expect(messages.contains { $0.topic == topics.device(3) && $0.payload.isEmpty })
  }

  @Test("A renamed baby keeps its ids")
  func aRenamedBabyKeepsItsIds() throws {
    var home = try home()
    let messages = home.show(try HomeDocument(Document.text(name: "Bea")))
    let device = try #require(messages.first { $0.topic.hasPrefix("homeassistant/device/") })
    #expect(device.payload.contains(#""identifiers":["cribside_7c1e9a04b2d1_1"],"name":"Bea""#))
  }

  private static let alertCauses: [String: (text: String, topic: String)] = [
    "wake_by_reached": (
      Document.text(running: Document.sleeping, wakeBy: #""2026-02-11T13:05:00-05:00""#), "baby/1/alert"
    ),
    "feed_due": (Document.text(feed: "ready"), "baby/1/alert"),
    "not_saved": (Document.text(unsaved: 2), "alert"),
  ]

  @Test(
    "An alert is sent once, as an event that is not retained", arguments: alertCauses.keys.sorted())
  func alerts(type: String) throws {
    let (text, topic) = try #require(Self.alertCauses[type])
    var home = try home()
    let document = try HomeDocument(text)
    let alerts = home.show(document).filter { $0.topic.hasSuffix("/alert") }
    #expect(
      alerts == [
        TopicMessage(
          topic: "cribside/home/7c1e9a04b2d1/\(topic)", payload: #"{"event_type":"\#(type)"}"#,
          isRetained: false)
      ])
    let messages6 = home.show(document)
    #expect(!messages6.contains { $0.topic.hasSuffix("/alert") })
    let messages7 = home.connect()
    #expect(!messages7.contains { $0.topic.hasSuffix("/alert") })
  }

  @Test(
    "No nap has to end before the time to wake by, or if that time is a guess",
    arguments: [#""2026-02-11T13:06:00-05:00""#, #""2026-02-11T13:05:00-05:00","guessed":true"#])
  func noAlert(wakeBy: String) throws {
    var home = try home()
    let text = Document.text(state: "sleepingMustEnd", running: Document.sleeping, wakeBy: wakeBy)
    let messages = try home.show(HomeDocument(text))
    #expect(!messages.contains { $0.topic.hasSuffix("/alert") })
  }

  @Test("A state of the start is no alert")
  func aStateOfTheStartIsNoAlert() throws {
    var home = HomeModel(topics)
    _ = home.connect()
    let messages8 = try home.show(HomeDocument(Document.text(feed: "ready", unsaved: 1)))
    #expect(
      !messages8.contains {
        $0.topic.hasSuffix("/alert")
      })
  }

  @Test("An invalid document is refused")
  func anInvalidDocumentIsRefused() {
    for text in ["", "{}", "[]", #"{"boot":1,"babies":[{"id":77,"name":"x"}],"box":{"storage":{}}}"#] {
      #expect(throws: HomeDocumentFault.self) { try HomeDocument(text) }
    }
  }
}
