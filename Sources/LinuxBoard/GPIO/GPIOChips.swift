import CGPIOD
import Glibc

/// The GPIO chips of this machine. A chip is found by its label, since its number has changed between kernels
/// (on a Pi 5 from gpiochip4 to gpiochip0).
public enum GPIOChips {
  /// The path of the chip with a label, `/dev/gpiochip0`. Without it, the fault lists the labels that are there,
  /// or names the device that may not be opened.
  public static func path(
    labelled label: String, in folder: String = "/dev"
  ) throws(OpenFault) -> String {
    var present: [String] = []
    var denied: String?
    for path in try paths(in: folder) {
      switch read(path) {
      case .label(label): return path
      case .label(let other): present.append(other)
      case .failure(EACCES), .failure(EPERM): denied = denied ?? path
      case .failure: continue
      }
    }
    if let denied { throw OpenFault.noPermission(at: denied) }
    throw .noChip(label: label, present: present)
  }

  private enum Reading {
    case label(String)
    case failure(Int32)
  }

  private static func read(_ path: String) -> Reading {
    var label = [CChar](repeating: 0, count: 64)
    let status = cgpiod_label(path, &label, label.count)
    return status < 0 ? .failure(-status) : .label(String(terminated: label))
  }

  /// The chips' device files, lowest number first.
  private static func paths(in folder: String) throws(OpenFault) -> [String] {
    do throws(ErrorNumber) {
      let names = try Folder.names(at: folder).filter { $0.hasPrefix("gpiochip") }
      return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { folder + "/" + $0 }
    } catch {
      throw .failed(operation: "open", path: folder, errno: error.value)
    }
  }
}
