/// Giving a boot its number late: while the log cannot be read nobody knows it, and 0 stands for it.
extension EventTime {
  /// The same time, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> EventTime {
    guard case .boot(let time) = self, time.boot == 0 else { return self }
    return .boot(BootTime(boot: boot, milliseconds: time.milliseconds))
  }
}

extension Moment {
  /// The same moment, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> Moment {
    guard self.boot.boot == 0 else { return self }
    return Moment(boot: BootTime(boot: boot, milliseconds: self.boot.milliseconds), wall: wall, trust: trust)
  }
}

extension Care {
  /// The same care, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> Care {
    Care(kind: kind, start: start.inBoot(boot), end: end?.inBoot(boot), side: side)
  }
}

extension CarePatch {
  /// The same changes, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> CarePatch {
    CarePatch(kind: kind, start: start?.inBoot(boot), end: end.map { $0?.inBoot(boot) }, side: side)
  }
}

extension CareEvent {
  /// The same fact, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> CareEvent {
    var event = self
    event.moment = moment.inBoot(boot)
    switch change {
    case .added(let care): event.change = .added(care.inBoot(boot))
    case .amended(let id, let patch): event.change = .amended(id, patch.inBoot(boot))
    case .deleted: break
    }
    return event
  }
}
