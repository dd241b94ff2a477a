# Tests the rig itself, without the box: the kernel offers the same as on a Pi, and the chips answer through it. If this
# fails, the results of the other scenarios mean nothing.

# The initialisation of an SSD1306 module of 128×64, upright, window addressing (datasheet, application note).
initialisation=(
  0xae 0xd5 0x80 0xa8 0x3f 0xd3 0x00 0x40 0x8d 0x14 0x20 0x00 0xa1 0xc8 0xda 0x12 0x81 0xcf 0xd9 0xf1
  0xdb 0x40 0xa4 0xa6 0xaf
)

# One transfer on bus 1, as any program makes it: I2C_RDWR on the character device.
transfer() { i2ctransfer -y 1 "$@"; }

# Whether a transfer fails with the words of an errno.
fails_with() {
  local words=$1 said
  shift
  said=$(transfer "$@" 2>&1) && { why="the transfer succeeded"; return 1; }
  equal "$(grep --only-matching "$words" <<<"$said" || echo "$said")" "$words"
}

gpio_chip() {
  local first last
  read -r first last < <(sed --quiet 's/.*GPIOs \([0-9]*\)-\([0-9]*\),.*pinctrl-bcm2711.*/\1 \2/p' /sys/kernel/debug/gpio)
  equal "$((last - first + 1)) lines" "58 lines"
}

adapter_speaks_i2c() { i2cdetect -F 1 | grep --quiet '^I2C  *yes'; }

only_the_panel_answers() {
  equal "$(i2cdetect -y 1 0x3c 0x3d | sed --quiet 's/^30: *\(.*[^ ]\) *$/\1/p')" '3c --'
}

whole_frame_in_one_transfer() {
  local expected
  transfer w26@0x3c 0x00 "${initialisation[@]}" && transfer w1025@0x3c 0x40 0x00+ || return 1
  expected=$(for byte in {0..1023}; do printf '%02x' $((byte % 256)); done)
  equal "$(panel_pixels)" "$expected"
}

wrong_command_is_noticed() {
  transfer w2@0x3c 0x00 0xff && ! panel_has_no_complaint
}

button_moves_its_wire() {
  press nap && equal "$(level nap)" 0 && release nap && equal "$(level nap)" 1
}

check "buses/gpio-chip-of-a-pi-4" gpio_chip
check "buses/button-moves-its-wire" button_moves_its_wire
check "buses/no-chips-no-acknowledge" fails_with 'Remote I/O error' w2@0x3c 0x00 0xae
check "buses/chips-start" start_chips
check "buses/adapter-speaks-i2c" adapter_speaks_i2c
check "buses/only-the-panel-answers" only_the_panel_answers
check "buses/whole-frame-in-one-transfer" whole_frame_in_one_transfer
check "buses/panel-has-no-complaint" panel_has_no_complaint
check "buses/wrong-command-is-noticed" wrong_command_is_noticed
check "buses/read-must-be-last" fails_with 'Operation not supported' r1@0x3c w2@0x3c 0x00 0xe3

chips fault eremoteio >/dev/null
check "buses/no-acknowledge" fails_with 'Remote I/O error' w2@0x3c 0x00 0xe3
chips fault etimedout >/dev/null
check "buses/timed-out" fails_with 'Connection timed out' w2@0x3c 0x00 0xe3
chips fault silent >/dev/null
check "buses/silent-bus-times-out" fails_with 'Connection timed out' w2@0x3c 0x00 0xe3
chips fault none >/dev/null
check "buses/bus-comes-back" transfer w2@0x3c 0x00 0xe3
chips detach oled >/dev/null
check "buses/unplugged-panel" fails_with 'Remote I/O error' w2@0x3c 0x00 0xe3
