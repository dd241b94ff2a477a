import CareJournal
import Glibc

extension StorageFault {
  /// A failed call on a path, with the kernel's reason.
  init(_ operation: String, _ path: String, errno: Int32) {
    self.init(operation: operation, path: path, reason: Reason(errno: errno), errno: errno)
  }
}

extension StorageFault.Reason {
  /// What an errno means to the journal. ENODEV and ENXIO are a card that was pulled out.
  init(errno: Int32) {
    switch errno {
    case ENOSPC, EDQUOT: self = .full
    case EIO, EROFS, ENODEV, ENXIO: self = .device
    case EACCES, EPERM: self = .permission
    case ENOENT: self = .missing
    case EEXIST: self = .exists
    default: self = .other
    }
  }
}
