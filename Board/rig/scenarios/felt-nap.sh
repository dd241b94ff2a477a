# The baby is put down and falls asleep, and no button is pressed. The readings of the accelerometer cross the bus one by
# one; the box recognises the sleep and asks about it on the panel, and one press logs it from when it began.
source "$RIG/guest/hours.sh"

sensor_works() { equal "$(member sensor "$(box_status)")" ADXL345; }

nothing_was_lost() {
  local status
  status=$(box_status)
  equal "$(member gaps "$status") $(member resets "$status") $(member overruns "$status")" "0 0 0"
}

sensor_has_no_complaint() { equal "$(chips dump adxl345)" '{"violations":[]}'; }

warm_up
parts=(oled adxl345)
check "felt-nap/box-starts" start_box || return
check "felt-nap/sensor-is-found" within 10 sensor_works
check "felt-nap/wake-is-in-the-log" add_wake 11:00

check "felt-nap/put-down" equal "$(chips crib awake)" ok
sleep 180
check "felt-nap/falls-asleep" equal "$(chips crib asleep)" ok
asleep=$EPOCHSECONDS
sleep 480
check "felt-nap/nothing-is-asked-too-soon" box_says_no 'NAP: yes'
check "felt-nap/panel-asks" within_minutes 15 panel_says '^Asleep 1[0-9].*\? NAP: yes$'
asked=$EPOCHSECONDS
check "felt-nap/not-logged-yet" has_added sleep 0

tap nap
check "felt-nap/press-takes-it-into-the-log" within 5 has_added sleep 1
check "felt-nap/panel-says-so" within 3 panel_says '^Nap 14:[0-9]{2} ✓$'
began=$(instant "$(member start "$(newest sleep)")")
check "felt-nap/it-began-when-the-baby-fell-asleep" near "$began" "$((asleep + 180))" 240
check "felt-nap/it-is-the-panels-minute" box_says "^Nap $(TZ=Europe/Copenhagen date --date="@$began" +%H:%M) ✓$"
check "felt-nap/no-reading-was-lost" nothing_was_lost
check "felt-nap/sensor-has-no-complaint" sensor_has_no_complaint
check "felt-nap/panel-has-no-complaint" panel_has_no_complaint
echo "figure felt-nap: asked $(((asked - asleep) / 60)) min after the crib came to rest, begun $((began - asleep)) s after"
