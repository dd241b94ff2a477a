# The bus fails and the panel is unplugged while the box runs under systemd. Presses are durable meanwhile, at most 10 s
# later the panel shows the current frame, and systemd ends nothing.

check "bus/box-starts" fresh_box || return
pid=$(box_pid)

# The same faults as in `rig run`: `try_bus NAME BEGIN END`.
try_bus() {
  local lines before
  lines=$(care_lines)
  before=$(panel_pixels)
  chips "$2" >/dev/null
  tap feed
  check "bus/$1-press-is-in-the-log" within 5 has_more_lines_than "$lines"
  check "bus/$1-box-answers" box_answers
  chips "$3" >/dev/null
  ended=$(uptime_seconds)
  check "bus/$1-panel-comes-back" within 10 panel_shows_frame_other_than "$before"
  figure "$1: the panel is right $(seconds_since "$ended") s after"
}

try_bus no-acknowledge "fault eremoteio" "fault none"
try_bus timed-out "fault etimedout" "fault none"
try_bus unplugged "detach oled" "attach oled"

# Longer than the watchdog: the bus has a thread of its own, and the main loop continues.
lines=$(care_lines)
before=$(panel_pixels)
chips fault silent >/dev/null
silent=$(uptime_seconds)
tap feed
check "bus/silent-press-is-in-the-log" within 5 has_more_lines_than "$lines"
lines=$(care_lines)
sleep 17
tap feed
check "bus/silent-for-long-press-is-in-the-log" within 5 has_more_lines_than "$lines"
chips fault none >/dev/null
ended=$(uptime_seconds)
check "bus/silent-panel-comes-back" within 10 panel_shows_frame_other_than "$before"
figure "silent: the panel is right $(seconds_since "$ended") s after"
check "bus/the-same-box-all-along" equal "$(box_pid)" "$pid"
check "bus/journal-says-it-once" equal "$(journalctl --quiet --unit=cribside.service --output=cat _PID="$pid" | grep --count 'the OLED does not answer')" 4
check "bus/panel-has-no-complaint" panel_has_no_complaint
