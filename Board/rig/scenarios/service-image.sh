# The card's own systemd, started from the card's image (`rig service --image`): its units mount its partitions and start
# the box, which gets the rig's buttons and panel. No unit and no file of the card was changed.

mounted() { equal "$(findmnt --noheadings --output SOURCE,FSTYPE "$1" | tr --squeeze-repeats ' ')" "$2"; }
mounted_read_only() { [[ $(findmnt --noheadings --output OPTIONS "$1") == ro,* ]]; }

no_unit_failed() { equal "$(systemctl --failed --no-legend --plain | tr '\n' ' ')" ""; }

# Whether the running box is the image's program, from the root that systemd gave its sandbox.
box_is_the_images() {
  equal "$(mountpoint --fs-devno "/proc/$(box_pid)/root") $(readlink "/proc/$(box_pid)/exe")" "$(mountpoint --fs-devno /) /usr/bin/cribside"
}

# As an owner does on a laptop: edits the settings on the first partition.
edit_settings() {
  mount --options remount,rw /boot/firmware
  sed --in-place --follow-symlinks "$1" "$box_configuration"
  mount --options remount,ro /boot/firmware
}

check "image/root-is-the-cards" mounted / "/dev/vda2 ext4"
check "image/log-is-on-its-partition" within 60 mounted "$box_state" "/dev/vda3[/cribside] ext4"
check "image/settings-are-on-the-first-partition" within 60 mounted /boot/firmware "/dev/vda1 vfat"
check "image/root-is-read-only" mounted_read_only /
check "image/first-partition-is-read-only" mounted_read_only /boot/firmware
udevadm settle
check "image/gpio-chip-is-found-by-label" equal "$(readlink --canonicalize /dev/cribside-gpio)" "$(chip_device)"
check "image/gpio-chip-is-the-groups" has_owner "$(chip_device)" "gpio 660"
check "image/bus-is-the-groups" has_owner /dev/i2c-1 "i2c 660"

# The service was enabled in the image and started by itself, at first without a chip.
check "image/box-runs" within 60 box_is_ready
check "image/unit-is-active" unit_is active/running
check "image/guard-is-active" unit_is active/running cribside-guard.service
check "image/program-is-the-images" box_is_the_images
check "image/clock-is-not-right" refused status_says clock synced
check "image/first-frame" within 10 panel_shows_frame
tap feed
check "image/press-without-a-clock" within 10 has_added nursing 1
check "image/panel-shows-it" within 5 panel_shows_frame

# --- the owner's settings, and a press to the pixel ------------------------------------------------------------
systemctl stop cribside.service
rm --recursive --force "${box_state:?}"/*
edit_settings 's/name: "Example"/name: "Mia"/; s/birthdate: "[0-9-]*"/birthdate: "2026-03-01"/; s|timeZone: null|timeZone: "Europe/Copenhagen"|'
golden=$(golden_pixels rig-nap-started)
set_clock
check "image/starts-with-the-owners-settings" systemctl start cribside.service
check "image/is-ready" within 10 box_is_ready
check "image/frame-before-the-press" within 5 panel_shows_frame
tap nap
check "image/nap-is-in-the-log" within 5 has_added sleep 1
figure "the press came at $(date --utc +%T), in the minute that began at 12:30"
check "image/panel-equals-golden-frame" within 5 panel_equals "$golden"
check "image/panel-has-no-complaint" panel_has_no_complaint
check "image/card-is-applied" unit_is active/exited cribside-card.service
check "image/log-is-whole" "$CRIBSIDE" log verify
check "image/no-unit-failed" no_unit_failed
