# Hours in seconds: the machine's clocks count instructions, and idle time is skipped. Sourced by the scenarios of
# `rig hours`.

# While the guest waits for a file of the host, even to open it, its clocks jump to whatever is due next. So everything
# that will run or be read is brought into the guest's memory first: the programs under test as copies; for the others,
# reading a file does that for programs that have it open, and changing its time copies the file itself. The root of a
# card's image is read-only and on a disk, so the program on it is no copy, and what was read stays in memory.
warm_up() {
  local name files programs=()
  mkdir --parents /run/programs
  cp "$RIG_CHIPS" /run/programs/
  RIG_CHIPS=/run/programs/${RIG_CHIPS##*/}
  if [[ -w /usr/bin ]]; then
    cp "$CRIBSIDE" /run/programs/
    CRIBSIDE=/run/programs/${CRIBSIDE##*/}
  fi
  for name in awk bash cat cut date grep mkdir rm sed sleep tail tee touch; do programs+=("$(type -P "$name")"); done
  files=$(mktemp)
  {
    printf '%s\n' "${programs[@]}" "$CRIBSIDE" /etc/ld.so.cache /etc/localtime /usr/share/zoneinfo/Europe/Copenhagen
    libraries_of "${programs[@]}" "$CRIBSIDE" "$RIG_CHIPS"
  } | xargs readlink --canonicalize-existing | sort --unique >"$files"
  xargs cat <"$files" >/dev/null
  [[ ! -w /usr/bin ]] || xargs touch --no-create <"$files"
}

# What ldd would print for some programs; not every root has ldd.
libraries_of() {
  local name
  for name in "$@"; do LD_TRACE_LOADED_OBJECTS=1 "$name" </dev/null; done | grep --only-matching '[^ ]*/[^ :]*' | sort --unique
}

# The texts on the panel, one per line.
box_texts() {
  box_status | grep --only-matching '"texts":\[[^]]*\]' | grep --only-matching '"[^"]*"' | sed '1d; s/^"//; s/"$//'
}

# box_says PATTERN: whether one of the panel's texts matches.
box_says() {
  local texts
  texts=$(box_texts)
  why="the panel says: ${texts//$'\n'/ | }"
  grep --quiet --extended-regexp --regexp="$1" <<<"$texts"
}

box_says_no() { ! box_says "$1"; }

# The same, and the panel's memory has the picture that the box believes it shows.
panel_says() { box_says "$1" && panel_shows_frame; }

# within_minutes COUNT COMMAND…: looks again every 20 s of the machine's time.
within_minutes() {
  local looks=$(($1 * 3))
  shift
  until "$@"; do
    ((looks-- > 0)) || return 1
    sleep 20
  done
}

# The newest event of a kind in `log list --json`, however old an unknown clock makes it.
newest() {
  "$CRIBSIDE" log list --json --days 36500 --config "$box_configuration" | grep "\"kind\":\"$1\"" | tail --lines=1
}

# The machine's uptime in whole seconds.
seconds_up() {
  local up
  read -r up _ </proc/uptime
  echo "${up%.*}"
}

# An instant in seconds since 1970.
instant() { date --date="$1" +%s; }

near() {
  local off=$(($1 - $2))
  why="off by $off s, at most $3 are allowed"
  ((off >= -$3 && off <= $3))
}
