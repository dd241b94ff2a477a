# The package under systemd: installed, started, pressed, killed, hung, misconfigured, upgraded, purged.

# --- installing -----------------------------------------------------------------------------------------------
check "service/installs" dpkg --install /mnt/cribside.deb
check "service/does-not-start-by-itself" unit_is inactive/dead
udevadm settle
check "service/gpio-chip-is-the-groups" has_owner "$(chip_device)" "gpio 660"
check "service/bus-is-the-groups" has_owner /dev/i2c-1 "i2c 660"
check "service/gpio-chip-is-found-by-label" equal "$(readlink --canonicalize /dev/cribside-gpio)" "$(chip_device)"
check "service/setup-starts-it" fresh_box
systemctl stop cribside.service cribside-guard.service
rm --recursive --force /var/lib/cribside/* /run/systemd/timesync/synchronized

# --- a clock in the past --------------------------------------------------------------------------------------
# The machine starts in 1970, but systemd moves its clock to systemd's own build time. This undoes that.
date --utc --set='1970-01-01 06:00:00' >/dev/null
started=$(uptime_seconds)
check "service/starts-without-a-clock" systemctl start cribside.service
figure "started in $(seconds_since "$started") s"
check "service/runs" unit_is active/running
check "service/holds-its-lines" within 10 box_is_ready
check "service/has-no-clock" equal "$(member clock "$(box_status)")" unknown
check "service/first-frame" within 10 panel_shows_frame
check "service/has-no-network" has_no_network
tap feed
check "service/press-without-a-clock" within 10 has_added nursing 1
tap feed
within 10 has_amended 1
systemctl stop cribside.service
check "service/stops" unit_is inactive/dead
rm --recursive --force /var/lib/cribside/*

# --- a press, to the pixel ------------------------------------------------------------------------------------
golden=$(golden_pixels rig-nap-started)
set_clock
check "service/starts" systemctl start cribside.service cribside-guard.service
check "service/is-ready" within 10 box_is_ready
check "service/frame-before-the-press" within 5 panel_shows_frame
tap nap
check "service/nap-is-in-the-log" within 5 has_added sleep 1
figure "the press came at $(date --utc +%T), in the minute that began at 12:30"
check "service/panel-equals-golden-frame" within 5 panel_equals "$golden"
keep service-nap-started.hex "$(panel_pixels)"
check "service/panel-has-no-complaint" panel_has_no_complaint
check "service/sandbox" sandbox_is_tight cribside.service
figure "$(grep --only-matching "Overall.*: [0-9.]*" /run/exposure)"
figure "memory $(($(unit_property MemoryCurrent) / 1024)) KiB in the unit's group, resident $(grep --only-matching '[0-9]* kB' <(grep VmRSS "/proc/$(box_pid)/status"))"

# --- killed ---------------------------------------------------------------------------------------------------
before=$(box_pid)
state=$(member state "$(box_status)")
died=$(uptime_seconds)
strike KILL "$before"
check "service/killed-is-started-again" within 20 box_is_another_than "$before"
figure "killed to ready: $(seconds_since "$died") s"
check "service/killed-keeps-the-nap" equal "$(member state "$(box_status)")" "$state"
check "service/killed-shows-it" within 10 panel_shows_frame

# --- hung -----------------------------------------------------------------------------------------------------
before=$(box_pid)
died=$(uptime_seconds)
strike STOP "$before"
check "service/hung-is-started-again" within 60 box_is_another_than "$before"
figure "hung to ready: $(seconds_since "$died") s"
check "service/hung-was-the-watchdog" journal_says 'Watchdog timeout'
lines=$(care_lines)
tap nap
check "service/hung-logs-again" within 10 has_more_lines_than "$lines"

# --- SIGHUP ---------------------------------------------------------------------------------------------------
before=$(box_pid)
systemctl kill --signal=HUP cribside.service
check "service/hang-up-is-answered" within 5 journal_says 'the configuration was read again and is in force'
check "service/hang-up-ends-nothing" equal "$(box_pid)" "$before"

# --- a wrong configuration ------------------------------------------------------------------------------------
configure 's/bedtime: "19:00"/bedtime: "25:00"/'
systemctl restart cribside.service 2>/dev/null
check "service/wrong-configuration-ends-it" within 20 unit_is failed/failed
check "service/wrong-configuration-is-78" equal "$(unit_property ExecMainStatus)" 78
check "service/wrong-configuration-is-told" journal_says 'cribside.json5:[0-9]+: babies\[0\].bedtime'
sleep 4
check "service/wrong-configuration-is-no-loop" unit_is failed/failed
configure 's/bedtime: "25:00"/bedtime: "19:00"/'
check "service/fixed-starts" systemctl restart cribside.service
check "service/fixed-is-ready" within 10 box_is_ready

# --- another version, and none --------------------------------------------------------------------------------
before=$(box_pid)
lines=$(care_lines)
check "service/upgrades" dpkg --force-confdef --force-confold --install /mnt/next.deb
check "service/upgraded-is-started-again" within 20 box_is_another_than "$before"
check "service/upgraded-keeps-the-log" equal "$(care_lines)" "$lines"
check "service/upgraded-keeps-the-settings" grep --quiet 'name: "Mia"' "$box_configuration"
tap feed
check "service/upgraded-logs" within 10 has_more_lines_than "$lines"
check "service/goes-back" dpkg --force-confdef --force-confold --install /mnt/cribside.deb
check "service/gone-back-is-ready" within 20 box_is_ready
check "service/removes" dpkg --remove cribside
check "service/removed-is-stopped" refused pidof cribside
check "service/removed-keeps-the-log" test -s /var/lib/cribside/log/seg-000001.jsonl
check "service/purges" dpkg --purge cribside
check "service/purged-is-gone" refused ls -d /var/lib/cribside /etc/cribside /usr/lib/systemd/system/cribside.service
