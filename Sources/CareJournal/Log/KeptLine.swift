import Nursery

/// A line of a newer version, or of an unknown op or kind, that moves from another log into this one: what only
/// its writer understands stays as it stands, and only what says where it was written is new.
public struct KeptLine: Hashable, Sendable {
  /// The line's own id.
  public var id: EventID
  /// When it was taken in, by both clocks.
  public var moment: Moment
  /// Its op.
  public var op: String
  /// Its version.
  public var version: Int
  /// Everything else that it says.
  public var members: [KeptMember]

  /// A line of all its parts.
  public init(id: EventID, moment: Moment, op: String, version: Int, members: [KeptMember]) {
    self.id = id
    self.moment = moment
    self.op = op
    self.version = version
    self.members = members
  }
}
