# The board starts in 1970, like one without a battery. NAP is pressed; after an hour and a half the network sets the
# clock. The nap gets its time, no duration changes, and the panel shows a clock.
source "$RIG/guest/hours.sh"

clock_is() { equal "$(member clock "$(box_status)")" "$1"; }

sync_lines() { cat "$box_state"/log/*.jsonl | grep --count '"op":"sync"'; }
has_synced() { equal "$(sync_lines)" "$1"; }

# The times in the log's care lines, on the clock that is never set.
boot_times() { cat "$box_state"/log/*.jsonl | grep '"kind"\|"of"' | grep --only-matching '"\(start\|end\)":\[[^]]*\]'; }

listing() { "$CRIBSIDE" log list --days 36500 --config "$box_configuration"; }
minutes_of() { echo "$((($(instant "$(member end "$1")") - $(instant "$(member start "$1")")) / 60)) min"; }
all_exact() { ! listing | grep --quiet '~'; }

warm_up
date --utc --set='1970-01-01 06:00:00' >/dev/null
rm --force /run/systemd/timesync/synchronized
start_chips
write_configuration
check "late-clock/box-starts" launch_box || return
check "late-clock/clock-is-unknown" clock_is unknown
check "late-clock/panel-has-no-clock" within 5 panel_says '^Press NAP or FEED$'

slept=$(seconds_up)
tap nap
check "late-clock/press-is-in-the-log" within 5 has_added sleep 1
check "late-clock/panel-says-so" within 3 panel_says '^Nap .*✓$'
sleep 1800
minutes=$((($(seconds_up) - slept) / 60))
check "late-clock/half-an-hour" within 5 panel_says "^~($((minutes - 1))|$minutes|$((minutes + 1))) m$"
tap nap
slept_seconds=$(($(seconds_up) - slept))
check "late-clock/nap-ends" within 5 has_amended 1
ended=$(newest sleep)
sleep 3600
check "late-clock/an-hour-awake" within 5 panel_says '~'
check "late-clock/no-time-of-day" box_says_no '[0-9]:[0-9][0-9]'
check "late-clock/listed-as-bounded" grep --quiet '~' <(listing)
check "late-clock/no-sync-yet" has_synced 0
times=$(boot_times)
before=$(panel_pixels)

date --utc --set='2026-08-11 12:30:05' >/dev/null
start=$((EPOCHSECONDS - $(seconds_up)))
mkdir --parents /run/systemd/timesync
touch /run/systemd/timesync/synchronized
check "late-clock/sync-is-in-the-log" within 10 has_synced 1
check "late-clock/clock-is-known" within 5 clock_is synced
check "late-clock/panel-has-a-clock" within 5 panel_says '[0-9]:[0-9][0-9]'
check "late-clock/panel-shows-another-frame" panel_shows_frame_other_than "$before"
check "late-clock/nothing-is-bounded-on-the-panel" box_says_no '~|--:--'
check "late-clock/nothing-is-bounded-in-the-log" all_exact
nap=$(newest sleep)
check "late-clock/nap-gets-its-time" near "$(instant "$(member start "$nap")")" "$((start + slept))" 2
check "late-clock/no-duration-changes" equal "$(minutes_of "$nap")" "$(minutes_of "$ended")"
check "late-clock/that-was-half-an-hour" near "$(($(instant "$(member end "$nap")") - $(instant "$(member start "$nap")")))" "$slept_seconds" 2
check "late-clock/earlier-lines-are-as-they-were" equal "$(boot_times)" "$times"
tap feed
check "late-clock/next-press-counts" within 5 has_added nursing 1
check "late-clock/panel-has-no-complaint" panel_has_no_complaint
echo "figure late-clock: $(seconds_up) s of the machine's time"
