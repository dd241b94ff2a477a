# The simulated board for the guest's scripts: buttons on gpio-sim, chips behind /dev/rig-i2c. Sourced. Scripts wait for
# a program by looking again, with a limit; only presses have fixed times.

profile=$RIG/../profiles/$RIG_BOARD.json
simulator=/sys/kernel/config/gpio-sim/board
chips_folder=/run/rig-chips

# A board's chip, as in its profile, with a Pi 4's 58 lines, BCM2711_NUM_GPIOS (drivers/pinctrl/bcm/pinctrl-bcm2835.c).
plug_board() {
  local name bank=$simulator/bank0
  mkdir --parents "$bank"
  echo 58 >"$bank/num_lines"
  member gpioChip "$(<"$profile")" >"$bank/label"
  for name in nap feed menu led piezo; do
    mkdir "$bank/line$(offset "$name")"
    echo "rig-$name" >"$bank/line$(offset "$name")/name"
  done
  echo 1 >"$simulator/live"
  find_wires
}

# The folders of the simulated wires, by the names of buttons and outputs. They are looked up once, since contacts
# bounce faster than a shell could do it.
declare -A wires
find_wires() {
  local name chip
  chip=/sys/devices/platform/$(<"$simulator/dev_name")/$(<"$simulator/bank0/chip_name")
  for name in nap feed menu led piezo; do wires[$name]=$chip/sim_gpio$(offset "$name"); done
}

# The chip's device. The board that QEMU emulates may have a chip before it.
chip_device() { echo "/dev/$(<"$simulator/bank0/chip_name")"; }

# A line's offset on the chip, from the profile.
offset() {
  member "$1" "$(grep '"lines"' "$profile")"
}

unplug_board() {
  [[ -d $simulator ]] || return 0
  pull_chip_out
  rmdir "$simulator"/bank0/line* "$simulator/bank0" "$simulator"
}

# Removes the GPIO chip while a process holds its lines.
pull_chip_out() {
  [[ $(<"$simulator/live") == 0 ]] || echo 0 >"$simulator/live"
}

# Closes the button to ground. `release` restores the internal pull-up, which gpio-sim models as the wire's own pull. A
# program that requests no pull-up sees every button pressed from the start.
press() {
  echo pull-down >"${wires[$1]}/pull"
}

release() {
  echo pull-up >"${wires[$1]}/pull"
}

# A press by a finger: longer than any bounce and shorter than a hold.
tap() {
  press "$1"
  sleep 0.15
  release "$1"
}

# A press whose contacts bounce at both ends, faster than a finger. Fails if the host suspended the machine meanwhile,
# so that the contacts were open for longer than the 25 ms of a bounce: then there were two presses.
bouncy_tap() {
  local begin=${EPOCHREALTIME/./} closed opened end
  press "$1"; release "$1"; press "$1"; release "$1"
  press "$1"
  closed=${EPOCHREALTIME/./}
  sleep 0.15
  opened=${EPOCHREALTIME/./}
  release "$1"; press "$1"; release "$1"
  end=${EPOCHREALTIME/./}
  ((closed - begin < 20000 && end - opened < 20000))
}

# The level of a wire: 0 or 1.
level() {
  cat "${wires[$1]}/value"
}

# Whether a program holds a line; the request itself would undo an earlier press.
is_requested() {
  grep --quiet "rig-$1 *|" /sys/kernel/debug/gpio
}

# --- chips ----------------------------------------------------------------------------------------------------

# Starts the chip models and plugs in `parts`, by default a panel.
parts=(oled)
start_chips() {
  local part
  mkdir --parents "$chips_folder"
  mkfifo "$chips_folder/orders" "$chips_folder/answers"
  "$RIG_CHIPS" "$chips_folder" 2>"$chips_folder/errors" &
  chips_process=$!
  for part in "${parts[@]}"; do [[ $(chips attach "$part") == ok ]] || return; done
}

stop_chips() {
  [[ -n ${chips_process:-} ]] || return 0
  kill "$chips_process" 2>/dev/null
  wait "$chips_process"
  chips_process=
  rm --recursive --force "$chips_folder"
}

# Gives the chip models an order and prints their one-line answer, if they answer.
# Orders: fault none|eremoteio|etimedout|silent, attach or detach oled or adxl345, crib empty|awake|asleep|rocked,
# dump [oled], dump adxl345.
chips() {
  local answer=
  echo "$*" >"$chips_folder/orders"
  read -r -t 10 answer <"$chips_folder/answers"
  echo "$answer"
}

# The panel's 1,024 bytes of memory as hex, page-major.
panel_pixels() {
  member pixels "$(chips dump)"
}

# A golden frame as the same hex. Call it once before comparing, since the shell is slow.
golden_pixels() {
  awk '{ row[NR - 1] = $0 }
    END {
      for (page = 0; page < 8; page++)
        for (column = 1; column <= 128; column++) {
          byte = 0
          for (bit = 7; bit >= 0; bit--) byte = 2 * byte + (substr(row[8 * page + bit], column, 1) == "#")
          printf "%02x", byte
        }
    }' "$RIG/../../Tests/Fixtures/screens/$1.txt"
}

panel_equals() { equal "$(panel_pixels)" "$1"; }

# Whether the driver did nothing that the panel's data sheet forbids, by the list of the chip models.
panel_has_no_complaint() {
  equal "$(chips dump | grep --only-matching '"violations":\[[^]]*\]')" '"violations":[]'
}

# A member of a JSON object by its name, which must be unique; its value is a string, a number or a boolean.
member() {
  sed --quiet "s/.*\"$1\": *\"\{0,1\}\([^\",} ]*\).*/\1/p" <<<"$2"
}

# --- checks ---------------------------------------------------------------------------------------------------

# Prints a check's result: `check NAME COMMAND…` is ok if the command succeeds. A command may give the reason of a
# failure in $why.
check() {
  local name=$1
  shift
  why=$*
  if "$@"; then
    echo "ok $name"
  else
    echo "FAILED $name $why"
    return 1
  fi
}

# Whether two texts are the same; if not, $why has both.
equal() {
  why="expected '${2:0:60}', found '${1:0:60}'"
  [[ $1 == "$2" ]]
}

# Looks again every 50 ms until a command succeeds: `within SECONDS COMMAND…`.
within() {
  local deadline=$((${EPOCHREALTIME/./} + $1 * 1000000))
  shift
  until "$@"; do
    ((${EPOCHREALTIME/./} < deadline)) || return 1
    sleep 0.05
  done
}

# Keeps a text after the machine's end if RIG_FRAMES is set.
keep() {
  mkdir --parents /mnt/frames
  echo "$2" >"/mnt/frames/$1"
}
