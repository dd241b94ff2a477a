# Five crashes in ten minutes: the box starts in safe mode, with buttons, log and panel, and says so. A restart ends it.

check "crash/box-starts" fresh_box || return

# Ends the box by a signal, and waits for the next one: `crash SIGNAL NAME`.
crash() {
  local before died
  before=$(box_pid)
  died=$(uptime_seconds)
  strike "$1" "$before"
  check "crash/$2-is-started-again" within 20 box_is_another_than "$before"
  figure "$2 to ready: $(seconds_since "$died") s"
}

crash KILL first
crash SEGV second
crash KILL third
crash ABRT fourth
check "crash/four-are-no-reason" status_says safeMode false
crash KILL fifth
check "crash/five-are-a-reason" status_says safeMode true
check "crash/journal-says-so" journal_says '^safe mode after 5 crashes in 10 minutes: .*systemctl restart cribside'
check "crash/status-says-so" ends_with 0 '^safe mode' "$CRIBSIDE" status
check "crash/systemd-does-not-give-up" unit_is active/running
turn_to box
check "crash/panel-says-so" within 5 status_matches '"texts":\[.*"Safe mode"'
check "crash/panel-shows-it" within 5 panel_shows_frame
lines=$(care_lines)
tap feed
check "crash/presses-are-logged" within 5 has_more_lines_than "$lines"
check "crash/panel-shows-the-press" within 5 panel_shows_frame
crash KILL sixth
check "crash/another-does-not-end-it" status_says safeMode true
check "crash/leaving-it" systemctl restart cribside.service
within 10 box_is_ready
check "crash/left" status_says safeMode false
before=$(box_pid)
strike KILL "$before"
within 20 box_is_another_than "$before"
check "crash/counted-from-nought-again" status_says safeMode false
