import ArgumentParser
import BoxRuntime

/// `cribside reload`
struct ReloadCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Have the running box read its configuration again.",
    discussion: """
      Nothing stops: a press meanwhile counts, and what runs continues. A file that is refused changes nothing; file, line \
      and field are told here and in the journal, and the exit code is 78. Changes of board, stateDirectory, socket, \
      motion.interrupt and simulation wait for the next start of the box, and the answer names them. SIGHUP does the same \
      without an answer.
      """)

  @OptionGroup var place: BoxPlace

  func request() throws(UsageFault) -> BoxRequest { .reload }
}
