import Glibc
import Testing

@testable import BoxRuntime
@testable import LinuxBoard

/// Many clients at the control socket.
@Suite struct ControlDoorTests {
  /// A request that the box has not read can be given no time. So it reads each one, and refuses one too many.
  @Test("Clients that wait for a slow card hold up no other, and one too many is told to ask again")
  func oneTooMany() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/control"
    let door = try ControlDoor(path: path, parse: { _ throws(RequestFault) in .status(json: false) }) {
      Issue.record("\($0)")
    }
    let limit = ControlSocket.Limits().crowd
    var clients: [Descriptor] = []
    var heard = 0
    for _ in 0...limit {
      clients.append(try Self.client(of: path))
      heard += door.serve().count + door.serve().count
    }
    #expect(heard == limit)
    var text = [UInt8](repeating: 0, count: 1_000)
    #expect(recv(clients[limit - 1].number, &text, text.count, Int32(MSG_DONTWAIT)) < 0)
    let count = recv(clients[limit].number, &text, text.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: text.prefix(max(count, 0)), as: UTF8.self).contains("too many clients wait"))
  }

  /// A client that has sent its request.
  private static func client(of path: String) throws -> Descriptor {
    let address = try #require(SocketAddress(path))
    let client = try Descriptor("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
    let isConnected = address.withPointer { connect(client.number, $0, $1) } == 0
    try #require(isConnected)
    let line = ControlLine.line(["status"]) + "\n"
    try #require(send(client.number, line, line.utf8.count, 0) == line.utf8.count)
    return client
  }
}
