import Bedside
import LinuxBoard

extension PhoneOffer {
  /// A code and where it is entered, with a picture of both where the panel has room for it.
  init(_ offer: PhoneBook.Offer, at address: String) {
    let modules = QRModules.rows(of: "http://\(address)/#\(offer.code)")
    self.init(code: offer.code, address: address, picture: modules.flatMap { CodePicture($0) })
  }
}
