import Glibc
import Peripherals

/// A PWM channel of this machine, through its files below `/sys/class/pwm`. The chip is found by its device, since
/// its number changes between kernels (on a Pi 5 from pwmchip2 to pwmchip0).
public struct SysfsPWM: PWMChannel {
  private let device: String
  private let channel: Int
  private let folder: String

  /// A channel of the chip with a device, such as `fe20c000.pwm`.
  public init(device: String, channel: Int, folder: String = "/sys/class/pwm") {
    (self.device, self.channel, self.folder) = (device, channel, folder)
  }

  /// The chip's folder. Its link leads through the device: `…/fe20c000.pwm/pwm/pwmchip0`.
  public func chip() throws(PWMFault) -> String {
    do throws(ErrorNumber) {
      for name in try Folder.names(at: folder).sorted() {
        let path = PlainFile.resolved(folder + "/" + name)
        if path.split(separator: "/").dropLast().contains(Substring(device)) { return path }
      }
    } catch {
      if error.value != ENOENT { throw .file(path: folder, errno: error.value) }
    }
    throw .noChip(device: device)
  }

  /// The files that the box writes: those of the chip, and those of the channel if it was exported.
  public func files() throws(PWMFault) -> [String] {
    let chip = try chip()
    let exported = isExported ? PWMAttribute.allCases.map { "\(chip)/pwm\(channel)/\($0.rawValue)" } : []
    return [chip + "/export"] + exported
  }

  /// Whether the channel's files exist.
  public var isExported: Bool {
    do throws(PWMFault) {
      return PlainFile.exists(try path(.enable))
    } catch {
      return false
    }
  }

  /// Has the kernel make the channel's files.
  public func export() throws(PWMFault) { try write("\(channel)", at: try chip() + "/export") }

  /// The content of a file of the channel.
  public func read(_ attribute: PWMAttribute) throws(PWMFault) -> Int {
    let path = try path(attribute)
    do throws(ErrorNumber) {
      guard let value = Int(try TextFile.firstLine(at: path)) else { throw ErrorNumber(value: EINVAL) }
      return value
    } catch {
      throw .file(path: path, errno: error.value)
    }
  }

  /// Writes a file of the channel.
  public func write(_ value: Int, to attribute: PWMAttribute) throws(PWMFault) {
    try write("\(value)", at: try path(attribute))
  }

  private func path(_ attribute: PWMAttribute) throws(PWMFault) -> String {
    "\(try chip())/pwm\(channel)/\(attribute.rawValue)"
  }

  private func write(_ text: String, at path: String) throws(PWMFault) {
    do throws(SystemFault) {
      try PlainFile.write(Array(text.utf8), to: path)
    } catch {
      throw .file(path: path, errno: error.errno)
    }
  }
}

extension PWMFault: CustomStringConvertible {
  /// What went wrong, naming the device or the file.
  public var description: String {
    switch self {
    case .noChip(let device): "the kernel has no PWM chip \(device)"
    case .file(let path, let errno): "\(path): \(ErrorNumber(value: errno).text)"
    }
  }
}
