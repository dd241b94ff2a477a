import Glibc

// The chips of the rig: `rig-chips FOLDER`. Answers the transfers of /dev/rig-i2c with simulated chips. Obeys orders
// from the FIFO FOLDER/orders, one per line, and answers each with a line in FOLDER/answers.

guard CommandLine.arguments.count == 2 else {
  Console.complain("usage: rig-chips FOLDER")
  exit(64)
}
do {
  let folder = CommandLine.arguments[1]
  let adapter = try Channel(opening: "/dev/rig-i2c")
  // A FIFO opened for reading and writing does not end when a script closes its side.
  let orders = try Channel(opening: "\(folder)/orders")
  let answers = try Channel(opening: "\(folder)/answers")
  var loop = ChipLoop(adapter: adapter, orders: orders, answers: answers)
  try loop.run()
} catch {
  Console.complain("\(error)")
  exit(74)
}
