import Bedside
import LinuxBoard
import Nursery

extension BedsideSettings {
  /// No instant that the box lives in lies before the latest birth date. Noon of it, so that a box that knows
  /// nothing of the time takes a sleep for a nap, and not for the night.
  package var floor: Instant {
    let latest = residents.map(\.baby.birthdate).max()
    return latest.map { zone.instant($0, WallTime(minutesAfterMidnight: 720)) } ?? Instant(milliseconds: 0)
  }

  /// The settings of a configuration in a zone.
  package init(_ configuration: Configuration, zone: ZoneWindow, address: String = "") {
    self.init(residents: configuration.babies, zone: zone)
    usesTwelveHours = configuration.display.usesTwelveHours
    nightFrom = configuration.display.nightFrom
    nightTo = configuration.display.nightTo
    darkAfterMinutes = configuration.display.darkAfterMinutes
    alarm = configuration.nights.alarm
    showsCues = configuration.nights.showsCues
    showsCaffeineCue = configuration.nights.showsCaffeineCue
    motion.mode = configuration.motion.mode
    motion.isPartNamed = configuration.motion.sensor != nil || configuration.motion.address != nil
    motion.baby = configuration.motion.baby
    quiet = configuration.quiet
    extra = configuration.extra
    tunes = configuration.tunes
    feeds = configuration.feeds
    places = configuration.household.places
    version = Version.text
    self.address = address
  }
}

extension BedsideSettings {
  /// The settings of a configuration in its zone, or in this machine's.
  package init(_ configuration: Configuration, address: String) throws(RunFault) {
    let now = Instant(milliseconds: max(LinuxClock().wallMilliseconds, SyncSign.earliestMilliseconds))
    let name = configuration.timeZone ?? SystemZone().name()
    guard let zone = Zones.window(name, around: now) else {
      let fault = ConfigurationFault(
        field: "timeZone", expected: "a name of the tz database", found: "\"\(name)\"")
      throw RunFault(exit: .configuration, message: fault.description)
    }
    self.init(configuration, zone: zone, address: address)
  }
}
