# Assembles the package cribside-household: the programs that use the network, each with its units. Sourced by
# `build-deb` after `package/assemble.sh`.

source "$here/household/programs.sh"

# Assembles the package of a release and an architecture around the programs in a folder.
assemble_household() {
  local release=$1 architecture=$2 files=$here/household program unit
  open_package cribside-household "$release" "$architecture"
  units=()
  for program in "${household_programs[@]}"; do
    install_program "$program" "$3" "$files" "$release" "$architecture"
    for unit in ${units_of[$program]}; do
      units+=("$unit")
      install_unit "$files/$unit"
    done
  done
  install_documents cribside-household "$files"
  install --directory --mode=700 "$tree/etc/cribside/secrets"
  install -D --mode=644 --target-directory="$tree/usr/share/doc/cribside-household/examples" "$files"/mosquitto* "$files"/*-mqtt.service
  install_control "$files" "$release" "$architecture"
  seal
}
