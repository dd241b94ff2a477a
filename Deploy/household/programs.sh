# The programs of the package cribside-household, one per line: the product, the libraries that it is linked with
# besides those of C and C++, and its units. Sourced.

declare -A libraries_of=([cribside]="gpiod i2c qrencode") units_of=()
household_programs=()

program() {
  household_programs+=("$1")
  libraries_of[$1]=$2
  units_of[$1]=$3
}

program cribside-page "gpiod i2c qrencode microhttpd" "cribside-page.socket cribside-page.service"
program cribside-link "gpiod i2c qrencode mosquitto ssl crypto" "cribside-link.service"
