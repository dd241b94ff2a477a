import Glibc

// Plays systemd for the real program, and takes it down in every way: `Supervisor TRIAL PROGRAM [COUNT]`.
//
//   kills      SIGKILL at COUNT random moments, while events stream in over the control socket
//   watchdog   the loop stalls, its pings stop, it is ended and started again, COUNT times
//   crashes    after five crashes it starts in safe mode, and a clean stop ends that
//   questions  six clients ask for the whole log without a pause, for COUNT seconds, and bottles do not wait for them
//   guard      the second process beside it: ends a dead box's session, lets a box that comes back have its panel

guard let orders = Orders(CommandLine.arguments) else {
  Console.complain("usage: Supervisor kills|watchdog|crashes|guard|questions PROGRAM [COUNT]")
  exit(64)
}
// As the unit's LimitCORE=0: what a child leaves behind is its log and nothing else.
var noCore = rlimit()
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
do {
  Console.say(try orders.carryOut())
} catch {
  Console.complain("\(error)")
  exit(1)
}
