# The card's image: its units, with a mistake in the settings, and without the log's partition. The box starts all the same,
# says on the panel what is wrong, and takes presses.

check "card/box-starts" fresh_box || return
for unit in cribside cribside-guard; do
  install -D --mode=644 --target-directory="/etc/systemd/system/$unit.service.d" \
    "$RIG/../../Deploy/image/root/etc/systemd/system/$unit.service.d/card.conf"
done
systemctl daemon-reload
restart_box() {
  systemctl restart cribside-guard.service cribside.service
  within 10 box_is_ready
}
check "card/starts-as-on-the-card" restart_box
cp "$box_configuration" /run/good.json5

# --- a mistake in the settings --------------------------------------------------------------------------------
configure 's/^\( *bedtime:\) .*/\1 "25:00",/'
line=$(grep --line-number '^ *bedtime: "25:00"' "$box_configuration" | cut --delimiter=: --fields=1)
check "card/starts-with-a-mistake" restart_box
check "card/runs-with-what-it-had" status_says baby Mia
check "card/status-names-the-line" ends_with 0 "settings refused at line $line" "$CRIBSIDE" status
turn_to box
check "card/panel-names-the-line" within 5 status_matches "\"texts\":\\[.*settings, line $line"
check "card/panel-shows-it" within 5 panel_shows_frame
lines=$(care_lines)
tap feed
check "card/presses-are-logged" within 5 has_more_lines_than "$lines"
check "card/panel-shows-the-press" within 5 panel_shows_frame
cp /run/good.json5 "$box_configuration"
check "card/starts-corrected" restart_box
turn_to box
check "card/panel-names-no-line" refused status_matches 'settings, line'

# --- no log -----------------------------------------------------------------------------------------------------
# What is below the mount point on the card: an empty folder of a root that is read-only.
systemctl stop cribside.service cribside-guard.service
mount --types tmpfs --options "mode=700,uid=$(id --user cribside),gid=$(id --group cribside)" none "$box_state"
mount --options remount,ro "$box_state"
check "card/starts-without-a-log" restart_box
tap feed
check "card/panel-says-not-saved" within 5 status_matches '"texts":\[.*NOT SAVED'
check "card/panel-shows-that" within 5 panel_shows_frame
check "card/the-guard-runs-too" unit_is active/running cribside-guard.service
systemctl stop cribside.service cribside-guard.service
umount "$box_state"
rm --recursive --force /etc/systemd/system/cribside{,-guard}.service.d
systemctl daemon-reload
check "card/the-log-is-as-it-was" within 10 restart_box
