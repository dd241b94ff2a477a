/// Every word on the panel, in one language. Another language is one more file like `Words+English.swift`. In a
/// template, `%` is replaced by a value, and a comment that begins with `Of` names that value. A line of the small face
/// has 21 letters, and longer texts are cut, so a translation should not be longer than the English words.
public struct Words: Sendable {
  /// Durations and times.
  struct Times: Sendable {
    /// Under an hour: minutes.
    var minutes: String
    /// From an hour on: the hours, before a space and two digits of minutes.
    var hours: String
    /// A time ahead, of a duration.
    var ahead: String
    /// A time ahead that has come.
    var now: String
    /// The time of day where it is large, in two lines.
    var timeNow: (String, String)
    /// A time gone by, of a duration from an hour on.
    var ago: String
    /// A planned time gone by, of a duration.
    var late: String
    /// A time gone by under an hour, of bare minutes.
    var minutesAgo: String
    /// A time gone by, of whole days.
    var daysAgo: String
    /// Less than a minute ago.
    var justNow: String
    /// Marks of the 12-hour clock.
    var morning: String
    var afternoon: String
    /// When the clock is not known, in two lines; how the page is reached that sets it; and both in one line.
    var clockNotSet: (String, String)
    var clockPage: String
    var noClockPage: String
    /// The units behind large digits.
    var units: (hours: String, minutes: String)
  }

  /// The day state.
  struct Day: Sendable {
    var asleep: String
    var awake: String
    /// Of a state whose duration stands below it, where only the least of that is known.
    var atLeast: String
    var goodMorning: String
    /// The same beside a name.
    var morning: String
    var hello: String
    /// A greeting and a name.
    var named: String
    /// What stands before the time that matters.
    var wakeBy: String
    var wakes: String
    /// A sleep by day, and the next one by the plan or by the wake window alone.
    var napping: String
    var nap: String
    var napFrom: String
    var bed: String
    /// A nap that begins late, and what stands before the time it should end.
    var shortNap: String
    var upBy: String
    /// The nap should be over, large: of the name, and without it.
    var wakeName: String
    var wakeUp: String
    /// The same in one word, after the name of a baby that is not shown.
    var wake: String
    /// The wake window or bedtime has passed, large, and when that was.
    var napNow: String
    var bedNow: String
    var since: String
    /// The same beside a long name.
    var sinceBrief: String
    /// Of what to do, where that is not certain.
    var asked: String
    /// Before an earlier bedtime that is as good, at the foot and on the Plan page.
    var orFrom: String
    var orNow: String
    var earlyBedtime: String
    /// What it is good for, in two lines.
    var earlyBedtimeReason: (String, String)
    /// What to do when nothing is logged yet, large, in two lines.
    var firstPress: (String, String)
    /// When to press, at the foot, and shorter.
    var firstPressReason: (String, String)
    /// Large, over the question whether the baby slept from one time to another.
    var slept: String
  }

  /// The feed track.
  struct Feed: Sendable {
    var noneYet: String
    /// There were feeds, and none within the last 24 hours.
    var noneInDay: String
    var fed: String
    /// Of the least that is known of its age; nothing but that it was.
    var over: String
    var earlier: String
    /// Before the side, and shorter.
    var feeding: String
    var feed: String
    /// Of the button that ends it.
    var ends: String
    /// Of the side that comes next.
    var next: String
    /// Of the side of the feed before, and its time.
    var last: String
    var bottle: String
    var due: String
    var dreamFeed: String
    /// Of the side before, how long it was nursed, and how long the feed is on all its sides.
    var inAll: String
    var left: String
    var right: String
    var both: String
  }

  /// The titles and rows of the other pages.
  struct Pages: Sendable {
    /// While a slow card keeps the log.
    var readingLog: String
    /// While the card does not give the log.
    var cardUnreadable: String
    /// The panel of a box whose program has stopped, on three lines; the last by why it has.
    var stopped: String
    var notLogging: String
    var plugItAgain: String
    var settingsRefused: String
    var settingsRefusedAtLine: String
    var plan: String
    var napsEndBy: String
    var today: String
    var naps: String
    /// Sleep within the last 24 hours.
    var sleepInDay: String
    /// Of a number of feeds; of millilitres; of the time since the last feed; of a number of nappies; of the time of the
    /// last medicine.
    var feedCount: String
    var millilitres: String
    var ounces: String
    var lastFeed: String
    var nappyCount: String
    var lastMedicine: String
    var box: String
    var clock: String
    var clockSet: String
    var clockByHand: String
    var clockSaved: String
    var clockUnknown: String
    /// Nothing is wrong, large; and each thing that can be.
    var allWell: String
    var cardFault: String
    var buttonsFault: String
    var motionFault: String
    var clockFault: String
    /// Of a number of damaged lines.
    var damageFault: String
    /// How to see more.
    var details: String
    var card: String
    var cardFails: String
    var lines: String
    var damaged: String
    /// Before the age of the last copy of the log.
    var copied: String
    var screen: String
    var motion: String
    var works: String
    var missing: String
    var absent: String
    var version: String
    var address: String
    var noAddress: String
    var buttonsSpeakOf: String
    /// Where MENU leads from another baby's page while one is nursed: with its name, and without.
    var menuForPlan: (String, String)
    /// After crashes, and where the reason is to be read.
    var safeMode: String
    var seeJournal: String
    var phone: String
    var noPhoneNow: String
    /// The other boxes of the household: not connected, connected since a time, and how many lines they lack.
    var boxes: String
    var boxesAway: String
    var boxesSince: String
    var boxesBehind: String
  }

  /// What the foot says.
  struct Notices: Sendable {
    var saving: String
    /// Of a number of entries: one, several, and shorter.
    var notSaved: (one: String, more: String, brief: String)
    /// What to do meanwhile: what is in memory only is lost without power.
    var keepPowered: String
    /// What was not saved is.
    var allSaved: String
    /// At another box, one that has no name.
    var elsewhere: String
    var napStarted: String
    var shortNapStarted: String
    var nightStarted: String
    var napEnded: String
    /// Of the minutes of a sleep that was too short to be a nap.
    var noNap: String
    /// The same behind a name.
    var noNapBrief: String
    var nightEnded: String
    var feedStarted: String
    var feedEnded: String
    /// Of the length of a nursing that does not count.
    var noFeed: String
    /// The same behind the name of its button; and of a time, that the baby slept until then.
    var end: String
    var sleptTo: String
    var side: String
    /// Of the side before, how long it was nursed, and the side that follows.
    var sideFollows: String
    var bottle: String
    var nappy: String
    var medicine: String
    /// What motion saw and wrote by itself.
    var motionAsleep: String
    var motionAwake: String
    /// It asks whether a rest of a duration is a sleep, and says that NAP means yes, as each of these does however short.
    var motionAsks: String
    /// Of a time, or of a duration while the clock is not known: a sleep seems to have ended then, and NAP ends it there.
    var asksWaking: String
    /// Of the usual wake-up, which NAP logs.
    var asksMorning: String
    /// Of the begin and the end of a night, or of its rest, which NAP logs.
    var asksNight: String
    /// Of a time, from which on NAP logs the night.
    var asksBedtime: String
    /// Whether a sleep still runs, which NAP ends at a time: with the time, and without it.
    var asksAsleep: (timed: String, brief: String)
    /// Of the time at which NAP ends a sleep to begin the next one: a night's, a nap's, and a nap's before the night.
    var asksNext: (firstNap: String, nap: String, night: String)
    /// Of how long a feed lasted that FEED ends.
    var asksFeeding: String
    /// Of how long a feed lasted that FEED ends to begin the next one.
    var asksNextFeed: String
    /// That a baby which is not shown is asked about.
    var answer: String
    /// Of the length of a nursing that the nap or the night has ended.
    var fedThenNap: String
    var fedThenNight: String
    /// The same without the length.
    var fedAndNap: String
    var fedAndNight: String
    var wokeUp: String
    /// A wake-up that changed nothing, with the time since which the baby is awake; without the time.
    var awakeSince: String
    var awakeBefore: String
    var noDreamFeed: String
    /// After a stuck button.
    var keepOrUndo: String
    /// An edit was left, and changed nothing.
    var editDropped: String
    /// The clock was set by hand, to a time; it needs no hand.
    var clockSetByHand: String
    var clockIsSet: String
    /// For as long as NAP takes back what it wrote.
    var motionWrote: String
    /// Of a kind of entry: it was deleted, and it is back.
    var deleted: String
    var broughtBack: String
    var corrected: String
    /// Of a name and what was done.
    var about: String
    /// Of a button and what another press of it logs instead.
    var instead: String
    /// By how many minutes an event is moved while the button is held.
    var movedBy: String
    var undone: String
    var redone: String
    var nothingToUndo: String
    /// That a hold moves nothing further, with what was done; with its time alone.
    var noEarlier: (String, String)
    /// That a person rated the night, with the stars; that the rules' stars count again.
    var rated: String
    var unrated: String
    /// How a press is taken back.
    var holdToUndo: String
    /// How what was taken back is brought back.
    var menuRedoes: String
    /// How MENU changes the bottle that was just logged: by how much more, and by how much less.
    var menuAdjusts: String
    /// Behind a name, what was undone.
    var notDone: String
    /// A hold that stops at the start of what it ends, with the time; without the time.
    var notBefore: String
    var notBeforeStart: String
    /// MENU pressed twice on the Plan page, with one style or none.
    var onlyStyle: String
    var noPlan: String
    var stuck: String
    var napButton: String
    var feedButton: String
    var menuButton: String
    var extraButton: String
  }

  /// Why not, one for each refusal.
  struct Refusals: Sendable {
    var endBeforeStart: String
    var overlapsSleep: String
    var overlapsNursing: String
    var alreadyAsleep: String
    var alreadyNursing: String
    var notAsleep: String
    var notNursing: String
    var startInTheFuture: String
    var endInTheFuture: String
    var unknownEvent: String
    var alreadyDeleted: String
    var hasNoStart: String
    var hasNoEnd: String
    var hasNoSide: String
    var hasNoSuchField: String
    var nothingToChange: String
    var tooManyWait: String
  }

  /// The Night page and the cues around a night.
  struct Nights: Sendable {
    /// The title, before the day of the week.
    var night: String
    /// The days of the week from Monday on, and their first letters.
    var weekdays: [String]
    var initials: [String]
    /// Of the goal.
    var ofGoal: String
    /// When nothing was logged of the last night, in two lines.
    var nothingLogged: (String, String)
    /// Of the night that runs.
    var notOver: String
    /// Over the sleep that the week is short of.
    var debt: String
    var noDebt: String
    /// Reasons for fewer stars.
    var farTooShort: String
    var tooShort: String
    /// Of the number of pieces.
    var pieces: String
    var irregular: String
    var early: String
    var late: String
    var fewSteps: String
    /// The crib's motion alone knows of the night.
    var fromMotion: String
    /// It began as a nap that was never ended.
    var forgottenNap: String
    /// The cues.
    var noMoreCaffeine: String
    var windDown: String
    var getUp: String
  }

  var times: Times
  var day: Day
  var feed: Feed
  var pages: Pages
  var plan: Plan
  var notices: Notices
  var refusals: Refusals
  var nights: Nights
  var last: Last
  var quiet: Quiet
}
