import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// A device that the box needs, and whether its user may open it.
struct DeviceFact: Hashable, Sendable {
  var path: String
  var access: Account.Access
}

/// The folder of the log, and the card below it.
enum CardFact: Hashable, Sendable {
  case room(FileSystemRoom, mayWrite: Bool)
  case missing
  case fault(SystemFault)
}

/// A service of the package: the box, or its guard.
struct ServiceFact: Hashable, Sendable {
  /// Whether it runs.
  enum Presence: Hashable, Sendable {
    case running
    /// It is running, and gave no answer in time.
    case silent
    case stopped
    /// The user who asks has no access.
    case hidden
  }

  var isInstalled: Bool
  var isEnabled: Bool
  var presence: Presence
}

extension Finding {
  /// One fault for each baby whose birth date is in the future.
  static func birthdates(
    _ residents: [BedsideSettings.Resident], today: CivilDate, path: String
  ) -> [Finding] {
    residents.filter { $0.baby.birthdate > today }.map { resident in
      .fault(
        .configuration,
        "\(path): \(resident.name)'s birthdate \(ISO8601.text(resident.baby.birthdate)) lies in the future",
        why: "Without an age the box only logs: it computes no day and no plan.",
        fix: .command("sudo nano \(path)"), .command("sudo systemctl restart cribside cribside-guard"))
    }
  }

  /// One fault for each baby whose name has letters that the panel lacks. The box starts all the same.
  static func names(_ residents: [BedsideSettings.Resident], path: String) -> [Finding] {
    let file = path == ConfigurationFile.standardPath ? "" : "--config \(path) "
    return residents.filter { !PanelName.isDrawable($0.name) }.map { resident in
      let name = resident.panelName
      // Within single quotes a shell reads everything but a single quote as it stands.
      let quoted = name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      return .fault(
        .configuration, "\(path): the panel lacks letters of the name \(resident.name)",
        why: "It shows \(name) instead.",
        fix: .command("sudo cribside set \(file)name '\(quoted)' --baby \(resident.id.number)"))
    }
  }

  /// The fault that two babies have one name. The box starts all the same.
  static func sharedName(_ fault: ConfigurationFault) -> Finding {
    .fault(
      .configuration, "\(fault)", why: "The panel cannot show which of the two it means.",
      fix: .command("sudo nano \(fault.file)"), .command("sudo cribside reload"))
  }

  /// Whether the box starts with the system, and runs now.
  package static func service(_ fact: ServiceFact) -> Finding {
    guard fact.isInstalled else { return withoutPackage(fact.presence) }
    if !fact.isEnabled {
      return .fault(
        .service, "it does not start with the system", why: "After a power cut the box stays dark.",
        fix: .command("sudo systemctl enable --now cribside"))
    }
    switch fact.presence {
    case .running: return .good(.service, "runs, and starts with the system")
    case .stopped:
      return .fault(
        .service, "it does not run", why: "No press is logged.",
        fix: .command("sudo systemctl restart cribside"),
        .command("sudo journalctl -u cribside -n 20"))
    case .silent:
      return .fault(
        .service, "it runs, and does not answer", why: "A press may wait, or be lost.",
        fix: .command("sudo systemctl restart cribside"),
        .command("sudo journalctl -u cribside -n 20"))
    case .hidden: return .note(.service, hidden, why: askAsRoot, fix: .command("sudo cribside doctor"))
    }
  }

  private static func withoutPackage(_ presence: ServiceFact.Presence) -> Finding {
    switch presence {
    case .running, .silent:
      .note(.service, "a box runs, started by hand", why: "It will not start with the system.")
    case .stopped:
      .note(.service, "the package is not installed here", why: "Nothing starts the box with the system.")
    case .hidden: .note(.service, hidden, why: askAsRoot, fix: .command("sudo cribside doctor"))
    }
  }

  private static let hidden = "whether a box runs cannot be seen by this user"
  /// Why a message mentions `sudo`.
  static let askAsRoot = "Only root and the box's group may look there."

  /// The guard, if the package is installed: the end of a quiet session depends on it.
  static func guardService(_ fact: ServiceFact) -> Finding? {
    guard fact.isInstalled else { return nil }
    if fact.isEnabled, fact.presence != .stopped {
      return .good(.service, "the guard runs, and starts with the system")
    }
    return .fault(
      .service, fact.isEnabled ? "the guard does not run" : "the guard does not start with the system",
      why:
        "A quiet session may last longer than its time, and a stopped box would keep showing an old time.",
      fix: .command("sudo systemctl enable cribside-guard"),
      .command("sudo systemctl restart cribside-guard"),
      .command("sudo journalctl -u cribside-guard -n 20"))
  }

  /// Whether the box's user may open its devices. Devices that are missing are reported with their own parts.
  static func permissions(_ devices: [DeviceFact], user: String) -> [Finding] {
    let closed: [(path: String, group: String)] = devices.compactMap { device in
      guard case .closed(let group) = device.access else { return nil }
      return (device.path, group)
    }
    guard !closed.isEmpty else { return [.good(.permissions, "\(user) may open what the box needs")] }
    return closed.map { path, group in
      let isBus = path.holds("i2c")
      return .fault(
        .permissions, "\(user) may not open \(path), which belongs to \(group)",
        why: isBus ? "The panel stays dark; presses are still logged." : "The box does not start.",
        fix: .command(group == "root" ? udevRule(isBus: isBus) : "sudo usermod -aG \(group) \(user)"),
        .command("sudo systemctl restart cribside"))
    }
  }

  /// A command that adds a udev rule. The package has such a rule; this one is for a box that was built by hand. Its
  /// file has another name than the package's and than the one for the other device, so it replaces neither.
  private static func udevRule(isBus: Bool) -> String {
    let (subsystem, group) = isBus ? ("i2c-dev", "i2c") : ("gpio", "gpio")
    return "echo 'SUBSYSTEM==\"\(subsystem)\", GROUP=\"\(group)\", MODE=\"0660\"' | "
      + "sudo tee /etc/udev/rules.d/61-\(group).rules && sudo udevadm trigger"
  }

  /// Whether wall times are known.
  package static func clock(_ trust: ClockTrust, zone: String) -> Finding {
    switch trust {
    case .synced: .good(.clock, "set by the network; zone \(zone)")
    case .battery: .good(.clock, "set by the battery clock; zone \(zone)")
    case .saved:
      .note(
        .clock, "\(BoxCondition.ClockState.saved.text); zone \(zone)",
        why:
          "Times are shown as approximate until the network answers. Where there is no network, a battery clock "
          + "(a DS3231 on the same bus) keeps the time, or `cribside clock set` does until the power goes.",
        fix: .command("sudo timedatectl set-ntp true"))
    case .none, .hand, .phone:
      .note(
        .clock, "\(BoxCondition.ClockState.unknown.text); zone \(zone)",
        why: "Presses are still logged, and get their times when the network answers. Where there is "
          + "no network, a battery clock (a DS3231 on the same bus) keeps the time, or `cribside clock set` "
          + "does until the power goes.",
        fix: .command("sudo timedatectl set-ntp true"))
    }
  }
}

extension Finding {
  /// Five years of presses are some 90,000 lines of up to 0.3 KB: less than 30 MB.
  private static let leastFreeBytes = 64 << 20

  /// The card.
  package static func card(_ fact: CardFact, path: String, user: String) -> Finding {
    let why = "Presses would be kept in memory only, and lost with the power."
    switch fact {
    case .missing:
      return .note(.card, "\(path) is not there yet", why: "The box makes it at its first start.")
    case .fault(let fault):
      return .fault(.card, "\(fault)", why: why, fix: .command("sudo ls -ld \(path)"))
    case .room(let room, _) where room.isReadOnly:
      return .fault(
        .card, "\(path) is read-only", why: why,
        fix: .command("sudo mount -o remount,rw \"$(findmnt -no TARGET -T \(path))\""),
        .advice("If it turns read-only again, the card is worn: copy \(path) and replace it"))
    case .room(_, mayWrite: false):
      return .fault(
        .card, "\(user) may not write in \(path)", why: why, fix: .command("sudo chown -R \(user): \(path)"))
    case .room(let room, _) where room.freeBytes < leastFreeBytes:
      return .fault(
        .card, "\(room.freeBytes >> 20) MB are free", why: why,
        fix: .command("sudo journalctl --vacuum-size=16M"),
        .command("sudo apt clean"))
    case .room(let room, _):
      return .good(.card, "\(path), \(room.freeBytes >> 20) MB free")
    }
  }

  /// Findings about settings of the system that wear the card, or leave it unrepaired.
  static func cardCare(repairs: Bool, keepsJournal: Bool) -> [Finding] {
    var findings: [Finding] = []
    if !repairs {
      findings.append(
        .note(
          .card, "the system does not repair the card's file system by itself",
          why: "After a power cut it may wait for someone with a keyboard.",
          fix: .command("sudo sed -i 's/$/ fsck.repair=yes/' /boot/firmware/cmdline.txt")))
    }
    if keepsJournal {
      findings.append(
        .note(
          .card, "the system's journal is written to the card",
          why: "That wears the card more than the box does.",
          fix: .command("sudo mkdir -p /etc/systemd/journald.conf.d"),
          .command(
            "printf '[Journal]\\nStorage=volatile\\n' | sudo tee /etc/systemd/journald.conf.d/volatile.conf"),
          .command("sudo systemctl restart systemd-journald"))
      )
    }
    return findings
  }

  /// The finding for a part in a directory that this user may not open.
  static func unseen(_ part: Part, _ path: String) -> Finding {
    .note(part, "\(path) cannot be seen by this user", why: askAsRoot, fix: .command("sudo cribside doctor"))
  }

  /// The log, by the result of `log verify`.
  package static func log(_ answer: BoxAnswer) -> Finding {
    let last = answer.output.split(separator: "\n").last.map(String.init) ?? answer.error
    switch answer.exit {
    case .ok: return .good(.log, last)
    case .no:
      return .note(
        .log, "something that was once written is missing; \(last)",
        why: "What could not be read was set aside; everything else counts.",
        fix: .command("sudo cribside log verify"))
    default:
      return .fault(
        .log, "it cannot be read: \(answer.error)", why: "The box could not compute the day.",
        fix: .command("sudo cribside log verify"))
    }
  }
}
