# Setting up as in Deploy/README.md: by options, by answers at a terminal, again over an existing file, and on a system
# whose bus is off. A refused answer does not change the file.

[[ ! -x $CRIBSIDE ]] || dpkg --purge cribside >/dev/null 2>&1
check "setup/installs" dpkg --install /mnt/cribside.deb || return
set_clock
udevadm settle
useradd --create-home maker
cp "$box_configuration" /run/pristine.json5

# Whether some number of lines differ from the package's file.
lines_changed() { equal "$(diff /run/pristine.json5 "$box_configuration" | grep --count '^>') lines" "$1 lines"; }

# --- refused --------------------------------------------------------------------------------------------------
check "setup/no-one-to-ask-is-64" ends_with 64 '^cribside: --name: expected' "$CRIBSIDE" setup
check "setup/wrong-answer-is-64" ends_with 64 '^cribside: --bedtime: expected a bedtime in the evening, such as 19:00, found "7pm"' "$CRIBSIDE" setup "${household[@]}" --bedtime 7pm
check "setup/unknown-zone-is-64" ends_with 64 '^cribside: --zone: expected' "$CRIBSIDE" setup "${household[@]}" --zone Europe/Atlantis
check "setup/not-root-is-77" ends_with 77 'sudo cribside setup' as maker "$CRIBSIDE" setup "${household[@]}"
check "setup/refused-changes-nothing" lines_changed 0
check "setup/refused-starts-nothing" unit_is inactive/dead

# --- by options -----------------------------------------------------------------------------------------------
begun=$(uptime_seconds)
check "setup/by-options" ends_with 0 '^Nothing has to be fixed' "$CRIBSIDE" setup "${household[@]}"
figure "setup with options took $(seconds_since "$begun") s"
check "setup/changes-its-values-only" lines_changed 4
check "setup/file-stays-readable" has_owner "$box_configuration" "root 644"
for unit in cribside cribside-guard; do
  check "setup/$unit-runs" unit_is active/running "$unit.service"
  check "setup/$unit-starts-with-the-system" systemctl --quiet is-enabled "$unit.service"
done
check "setup/box-is-ready" within 10 box_is_ready
check "setup/first-frame" within 10 panel_shows_frame
tap nap
check "setup/nap-is-on-the-card" within 5 has_added sleep 1
check "setup/panel-says-so" within 5 status_matches '"texts":\[.*"Nap '

# --- who may ask ----------------------------------------------------------------------------------------------
check "setup/a-stranger-is-told-the-group" ends_with 77 'sudo usermod -aG cribside maker' as maker "$CRIBSIDE" status
usermod --append --groups cribside maker
check "setup/the-maker-may-ask" ends_with 0 'baby +Mia' as maker "$CRIBSIDE" status
check "setup/the-maker-may-log" ends_with 0 '' as maker "$CRIBSIDE" log add bottle --start "$(date --iso-8601=seconds)"
check "setup/bottle-is-on-the-card" has_added bottle 1

# --- by answers, over what is there ---------------------------------------------------------------------------
# The date is asked for again; an empty line keeps the value in brackets.
answers='Ida\nyesterday\n2026-05-01\n18:30\nEurope/Berlin\n\n\n'
# shellcheck disable=SC2059
said=$(printf "$answers" | script --quiet --return --command "$CRIBSIDE setup" /dev/null 2>&1)
status=$?
check "setup/by-answers" equal "$status: $(grep --only-matching 'Nothing has to be fixed' <<<"$said")" "0: Nothing has to be fixed"
check "setup/asks-again" equal "$(grep --count 'Please give a date' <<<"$said")" 1
check "setup/shows-what-it-keeps" grep --quiet 'The board.*\[pi-4\]: ' <<<"$said"
check "setup/takes-the-answers" equal "$(sed --quiet 's/^ *\(name\|birthdate\|bedtime\|timeZone\|board\): "\(.*\)",$/\2/p' "$box_configuration" | paste --serial --delimiters=' ')" "pi-4 Europe/Berlin Ida 2026-05-01 18:30 home"
check "setup/box-is-started-again" within 10 status_says baby Ida
check "setup/keeps-the-log" has_added sleep 1

# --- Raspberry Pi OS, with the bus off ------------------------------------------------------------------------
systemctl stop cribside.service cribside-guard.service
modprobe --remove i2c-dev
printf '#!/bin/sh\necho "$@" >>/run/raspi-config\n' >/usr/bin/raspi-config
chmod 755 /usr/bin/raspi-config
check "setup/bus-comes-with-the-next-start" ends_with 1 'the next start: sudo reboot' "$CRIBSIDE" setup "${household[@]}"
check "setup/box-runs-until-then" within 10 box_is_ready
printf 'modprobe i2c-dev && udevadm settle\n' >>/usr/bin/raspi-config
check "setup/bus-is-switched-on" ends_with 0 'Enabling I2C' "$CRIBSIDE" setup "${household[@]}"
check "setup/asks-raspi-config" equal "$(sort --unique /run/raspi-config)" "nonint do_i2c 0"
rm /usr/bin/raspi-config
