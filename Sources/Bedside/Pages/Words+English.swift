extension Words {
  /// English.
  public static let english = Words(
    times: Times(
      minutes: "% m", hours: "% h", ahead: "in %", now: "now", ago: "% ago", minutesAgo: "% min ago",
      justNow: "just now",
      morning: "am", afternoon: "pm", clockNotSet: "no clock"),
    day: Day(
      asleep: "Asleep", awake: "Awake", goodMorning: "Good morning", hello: "Hello", wakeBy: "wake by",
      wakes: "wakes", nap: "nap", bed: "bed", napOver: "nap over:", wakeHer: "wake her", napNow: "nap now",
      wasDue: "was due %", earlyBedtime: "early",
      earlyBedtimeReason: ("keeps the last window", "in range"),
      firstPress: ("press", "NAP at", "sleep")),
    feed: Feed(
      noneYet: "no feeds yet", fed: "fed %", feeding: "feeding %", soon: "soon", due: "due",
      dreamFeed: "dream feed", left: "L", right: "R", both: "L+R"),
    pages: Pages(
      readingLog: "reading the log…", plan: "Plan", napsEndBy: "naps over by",
      today: "Today", naps: "Naps", feeds: "Feeds", sleep: "Sleep", longest: "Longest", countOf: "% of %",
      hoursTarget: "of % h", box: "Box", clock: "Clock", clockSet: "set", clockSaved: "from last stop",
      clockUnknown: "not set", card: "Card", cardFails: "FAILS", lines: "% lines", damaged: "% bad",
      screen: "Screen", motion: "Motion", works: "ok", missing: "MISSING", absent: "none",
      version: "Version", address: "At", noAddress: "no network", buttonsSpeakOf: "Buttons speak of"),
    plan: Plan(
      titled: "Plan · %", none: "No plan today", buildLater: "Build later", gentle: "Gentle",
      balanced: "Balanced", onlyOne: "Default", wake: "wake", late: "late",
      otherCount: "%-nap day, not %", mustBeAwake: "nap %: must be awake", mustBeAsleep: "no sleep %",
      tooLong: "awake % > %", tooShort: "awake % < %",
      beginsWith: ("the day's first NAP", "or FEED starts it"), needsClock: "no plan: no clock",
      tooManyNaps: "More than % naps already: no plan for the rest of the day.",
      outsideLimits: "Wake windows would leave their limits.",
      widenLimits: "Try wider limits or shorter naps.",
      noTime: "Not enough time for naps and the last wake window.",
      makeTime: "Try shorter naps or a later bedtime.",
      noRoom: "No time is left for the last nap before bed.",
      makeRoom: "Try a later bedtime, or bed without it.",
      firstTooLong: "First wake window would be %, over %.", tryOther: "Try other naps or times.",
      badSetting: "The settings of the plan contradict each other.", againstPlan: "plan %", awakeBefore: "up",
      slept: "nap", shortHours: "%h%"),
    notices: Notices(
      saving: "saving…", notSaved: "NOT SAVED: %", napStarted: "Nap started", nightStarted: "Night started",
      napEnded: "Nap ended", nightEnded: "Night ended", feedStarted: "Feed started",
      feedEnded: "Feed ended", side: "Side is now %", bottle: "Bottle", takenBack: "Taken back",
      corrected: "Log corrected", movedStart: "start %", movedEnd: "end %", movedBottle: "bottle %",
      movedBy: "(-% min)", undone: "Undone", bringBack: "MENU: bring back", redone: "Brought back",
      nothingToUndo: "Nothing to undo", onlyStyle: "No other style fits", noPlan: "No plan to change",
      stuck: "% is stuck", letGo: "let it go", napButton: "NAP",
      feedButton: "FEED", menuButton: "MENU"),
    refusals: Refusals(
      endBeforeStart: "Ends before it starts", overlapsSleep: "Overlaps a sleep",
      overlapsNursing: "Overlaps a feed", alreadyAsleep: "Already asleep", alreadyNursing: "Already feeding",
      notAsleep: "Not asleep now", notNursing: "Not feeding now", startInTheFuture: "Start is in the future",
      endInTheFuture: "End is in the future", unknownEvent: "No such entry",
      alreadyDeleted: "Already deleted",
      hasNoStart: "It has no start", hasNoEnd: "It has no end", hasNoSide: "It has no side",
      nothingToChange: "Nothing to change"),
    nights: Nights(
      night: "Night", weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      initials: ["M", "T", "W", "T", "F", "S", "S"],
      ofGoal: "of %", nothingLogged: ("No sleep logged", "for last night"), debt: "debt", noDebt: "none",
      farTooShort: "too short", tooShort: "short", pieces: "% parts", irregular: "uneven", early: "early",
      late: "late", fewSteps: "few steps", noMoreCaffeine: "No more caffeine", windDown: "Wind down",
      getUp: "Time to get up"))
}
