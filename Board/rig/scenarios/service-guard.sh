# The second unit: a quiet session ends on time although the box is stopped, the panel never shows an old time, and
# neither killing nor stopping the guard changes that.

check "guard/box-starts" fresh_box || return
guard=cribside-guard.service
stopped=$(golden_pixels box/stopped)
check "guard/runs" unit_is active/running "$guard"
check "guard/starts-with-the-system" systemctl --quiet is-enabled "$guard"
check "guard/sandbox" sandbox_is_tight "$guard"
figure "$(grep --only-matching "Overall.*: [0-9.]*" /run/exposure)"
check "guard/has-no-gpio" refused grep --quiet gpiochip <(ls -l "/proc/$(unit_property MainPID "$guard")/fd")

# The session, as stored in the directory.
session_runs() { ends_with 0 '^session +manual' "$CRIBSIDE" quiet status; }
session_is_over() { ends_with 0 '^session +none' "$CRIBSIDE" quiet status; }

# --- the box is stopped in a session --------------------------------------------------------------------------
begun=$(uptime_seconds)
check "guard/session-starts" ends_with 0 'manual' "$CRIBSIDE" quiet start --minutes 1 --strict
check "guard/session-is-dark" within 5 panel_is_dark
lines=$(care_lines)
tap nap
check "guard/nap-is-logged-in-it" within 5 has_more_lines_than "$lines"
systemctl stop cribside.service
check "guard/stopped-box-leaves-it-dark" panel_is_dark

before=$(unit_property MainPID "$guard")
strike KILL "$before"
check "guard/killed-is-started-again" within 20 guard_is_another_than "$before"
check "guard/session-survives-both" session_runs
# The panel never shows an old time: it is dark during the session, and then says that the box is gone.
sleep "$(awk "BEGIN { left = 56 - ($(uptime_seconds) - $begun); print (left > 0 ? left : 0) }")"
check "guard/dark-until-the-end" panel_is_dark
check "guard/ends-it-in-time" within 20 journal_says 'the quiet session ended while the box was away' "$guard"
figure "the session of 60 s ended after $(seconds_since "$begun") s, by the guard"
check "guard/session-is-over" session_is_over
check "guard/panel-says-the-box-is-stopped" within 10 panel_equals "$stopped"

# --- the box comes back ---------------------------------------------------------------------------------------
check "guard/box-starts-again" systemctl start cribside.service
within 10 box_is_ready
check "guard/panel-is-the-boxes-again" within 10 panel_shows_frame
check "guard/no-session-in-it" status_matches '"session":null'
systemctl stop cribside.service
check "guard/stopped-without-a-session" within 15 panel_equals "$stopped"
systemctl stop "$guard"
check "guard/goes-and-leaves-the-panel-dark" within 5 panel_is_dark

# --- the nightly session, by the wall clock -------------------------------------------------------------------
systemctl start "$guard" cribside.service
within 10 box_is_ready
check "guard/nightly-is-set" ends_with 0 '22:00 to 07:00 every night' "$CRIBSIDE" quiet schedule --on --start 22:00 --end 07:00
systemctl stop cribside.service
check "guard/no-box-by-day" within 15 panel_equals "$stopped"
date --utc --set='2026-08-11 20:00:02' >/dev/null # 22:00 in Copenhagen
check "guard/begins-the-nightly-one" within 10 grep --quiet '"mode":{"recurring":' "$box_state/quiet.json"
check "guard/nightly-is-dark" within 30 panel_is_dark
date --utc --set='2026-08-12 05:00:02' >/dev/null
check "guard/ends-the-nightly-one" within 10 grep --quiet '"session":null' "$box_state/quiet.json"
check "guard/and-says-the-box-is-stopped" within 30 panel_equals "$stopped"

check "guard/panel-has-no-complaint" panel_has_no_complaint
