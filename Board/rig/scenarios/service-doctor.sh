# The doctor on a machine with one fault after the other. It names each with its reason and its fix, the box behaves as
# the doctor says, and the doctor's commands, unchanged, fix the fault.

check "doctor/box-starts" fresh_box || return
provide_sudo
check "doctor/all-is-well" doctor_ends 0
check "doctor/says-so-to-people" ends_with 0 '^Nothing has to be fixed' "$CRIBSIDE" doctor
check "doctor/measures-figures" equal "$(findings card good | grep --count 'MB free')" 1
useradd --groups gpio,i2c,cribside visitor
check "doctor/says-so-to-who-may-ask" ends_with 0 '^Nothing has to be fixed' as visitor "$CRIBSIDE" doctor

# --- the service ----------------------------------------------------------------------------------------------
systemctl --quiet disable cribside.service
check "doctor/not-enabled" finds service 'it does not start with the system' 'systemctl enable --now cribside'
check "doctor/not-enabled-is-fixed" fix_as_told service
check "doctor/enabled" doctor_ends 0
systemctl stop cribside.service
check "doctor/not-running" finds service 'it does not run' 'systemctl restart cribside'
check "doctor/not-running-is-fixed" fix_as_told service
within 10 box_is_ready
check "doctor/running" doctor_ends 0

# --- permissions ----------------------------------------------------------------------------------------------
gpasswd --delete cribside i2c >/dev/null
check "doctor/not-in-the-group" finds permissions 'cribside may not open /dev/i2c-1, which belongs to i2c' 'usermod -aG i2c cribside'
check "doctor/not-in-the-group-is-fixed" fix_as_told permissions
check "doctor/in-the-group" doctor_ends 0
chip=$(chip_device)
chown root:root "$chip"
chmod 600 "$chip"
systemctl restart cribside.service 2>/dev/null
check "doctor/closed-chip-is-77" equal "$(unit_property ExecMainStatus)" 77
check "doctor/closed-chip-is-told" journal_says "$chip: no permission for user cribside; the device belongs to group root"
check "doctor/closed-chip" finds permissions "cribside may not open $chip, which belongs to root" 'udev'
check "doctor/closed-chip-is-fixed" fix_as_told permissions
check "doctor/open-chip" within 10 has_owner "$chip" "gpio 660"
check "doctor/packages-rule-still-stands" test -e /dev/cribside-gpio
within 20 box_is_ready
check "doctor/is-itself-again" doctor_ends 0
rm --force /etc/udev/rules.d/6*

# --- parts ----------------------------------------------------------------------------------------------------
chips detach oled >/dev/null
check "doctor/panel-unplugged" finds panel 'no chip answers at 0x3C or 0x3D' 'four wires.*i2cdetect -y 1'
chips attach oled >/dev/null
within 10 panel_shows_frame
chips fault etimedout >/dev/null
check "doctor/bus-held-down" finds panel 'the bus fails: it does not move in time, a wire is held down' 'Unplug one module after the other'
chips fault none >/dev/null
chips attach adxl345 >/dev/null
check "doctor/accelerometer" finds_good accelerometer 'ADXL345 or ADXL343 at 0x53'
configure 's/sensor: null/sensor: "adxl345"/'
chips attach stranger >/dev/null
check "doctor/another-chip-at-the-address" finds accelerometer 'at 0x53 is another chip, which says 0x42, not ADXL345' 'motion.sensor'
chips detach stranger >/dev/null
check "doctor/accelerometer-is-missed" finds accelerometer 'it does not answer' 'Check its wires'
configure 's/sensor: "adxl345"/sensor: null/'

# --- the bus is not there -------------------------------------------------------------------------------------
systemctl stop cribside.service cribside-guard.service
stop_chips
modprobe --remove rig-i2c
check "doctor/starts-without-a-bus" systemctl start cribside.service cribside-guard.service
within 10 box_is_ready
lines=$(care_lines)
tap feed
check "doctor/logs-without-a-bus" within 5 has_more_lines_than "$lines"
check "doctor/no-bus" finds bus '/dev/i2c-1: there is no such I2C bus' 'dtparam=i2c_arm=on.*sudo reboot'
modprobe rig-i2c
start_chips
udevadm settle
check "doctor/bus-comes-late" within 15 panel_shows_frame
check "doctor/bus-is-back" doctor_ends 0

# --- the configuration ----------------------------------------------------------------------------------------
configure 's/bedtime: "19:00"/bedtime: "25:00"/'
check "doctor/wrong-value" finds configuration '/etc/cribside/cribside.json5:[0-9]+: babies\[0\].bedtime: expected' 'sudo nano /etc/cribside/cribside.json5'
check "doctor/wrong-value-is-78" equal "$verdict" 78
check "doctor/setup-fixes-it" ends_with 0 '^Nothing has to be fixed' "$CRIBSIDE" setup "${household[@]}"
check "doctor/right-value" doctor_ends 0

# --- a second box ---------------------------------------------------------------------------------------------
check "doctor/second-box-is-75" ends_with 75 "held by process $(box_pid) \(cribside\)" as cribside "$CRIBSIDE" run
sed 's,stateDirectory: "[^"]*",stateDirectory: "/run/other",; s,socket: "[^"]*",socket: "/run/other/control",' \
  "$box_configuration" >/run/other.json5
check "doctor/second-boxes-lines-are-69" ends_with 69 'line [0-9]+ is held by "cribside"' "$CRIBSIDE" run --config /run/other.json5
check "doctor/first-box-goes-on" box_is_ready

# --- the card -------------------------------------------------------------------------------------------------
systemctl stop cribside.service cribside-guard.service
mount -t tmpfs -o "size=80m,mode=700,uid=$(id --user cribside),gid=$(id --group cribside)" card "$box_state"
systemctl start cribside.service cribside-guard.service
within 10 box_is_ready
head --bytes=20M /dev/zero >"$box_state/filler"
check "doctor/little-room" finds card '5[0-9] MB are free' 'journalctl --vacuum-size.*apt clean'
cat /dev/zero >"$box_state/more" 2>/dev/null
lines=$(care_lines)
tap feed
# The room for these lines was reserved before.
check "doctor/a-full-card-takes-presses" within 5 has_more_lines_than "$lines"
check "doctor/full" finds card '0 MB are free' 'journalctl --vacuum-size'
rm "$box_state/filler" "$box_state/more"
check "doctor/room" doctor_ends 0
systemctl stop cribside.service cribside-guard.service
mount -o remount,ro "$box_state"
systemctl start cribside.service cribside-guard.service
check "doctor/starts-on-a-read-only-card" within 10 box_is_ready
tap feed
check "doctor/read-only-is-told" within 10 journal_says 'NOT SAVED: 1 line in memory only'
check "doctor/read-only-is-on-the-panel" within 5 status_matches '"texts":\[.*NOT SAVED'
check "doctor/read-only" finds card "$box_state is read-only" 'remount,rw'
check "doctor/read-only-is-fixed" fix_as_told card
check "doctor/writable" doctor_ends 0
systemctl stop cribside.service cribside-guard.service
umount "$box_state"
systemctl start cribside.service cribside-guard.service
within 10 box_is_ready

# The kernel does the same after an error of the card: read-only, whatever files are open.
lines=$(care_lines)
echo u >/proc/sysrq-trigger
check "doctor/card-turns-read-only" within 10 refused touch "$box_state/probe"
tap feed
check "doctor/turned-read-only" finds card "$box_state is read-only" 'remount,rw'
check "doctor/turned-read-only-is-fixed" fix_as_told card
check "doctor/all-is-saved" within 15 status_matches '"unsaved":0'
sync
echo 3 >/proc/sys/vm/drop_caches
check "doctor/no-press-was-lost" has_more_lines_than "$lines"

# --- what makes a card last -----------------------------------------------------------------------------------
mv /etc/systemd/journald.conf.d/rig.conf /run/rig.conf
mkdir --parents /var/log/journal /boot/firmware
echo 'console=tty1 rootwait' >/boot/firmware/cmdline.txt
examine
check "doctor/journal-on-the-card-is-a-note" grep --quiet "journal is written to the card" <(findings card note)
check "doctor/a-note-is-no-fault" equal "$verdict" 0
check "doctor/card-is-cared-for" fix_as_told card note
check "doctor/repairs-the-card-at-each-start" equal "$(cat /boot/firmware/cmdline.txt)" 'console=tty1 rootwait fsck.repair=yes'
examine
check "doctor/journal-in-memory" refused grep --quiet "journal is written to the card" <(findings card note)
check "doctor/panel-has-no-complaint" panel_has_no_complaint
