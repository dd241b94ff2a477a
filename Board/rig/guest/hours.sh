# Hours in seconds: the machine's clocks count instructions, and time in which nothing happens is skipped. Sourced by
# the scenarios of `rig hours`.

# While the guest waits for a file of the host's its clocks leap to whatever is due next, and opening one is enough to wait.
# So all that will run or be read is brought into the guest's memory before: the programs under test as copies; for the others,
# reading a file once does it for those that have it open, and a change of its time brings the file itself.
warm_up() {
  local name files programs=()
  mkdir --parents /run/programs
  cp "$CRIBSIDE" "$RIG_CHIPS" /run/programs/
  CRIBSIDE=/run/programs/${CRIBSIDE##*/} RIG_CHIPS=/run/programs/${RIG_CHIPS##*/}
  for name in awk bash cat cut date grep mkdir rm sed sleep tail tee touch; do programs+=("$(type -P "$name")"); done
  files=$(mktemp)
  {
    printf '%s\n' "${programs[@]}" /etc/ld.so.cache /etc/localtime /usr/share/zoneinfo/Europe/Copenhagen
    libraries_of "${programs[@]}" "$CRIBSIDE" "$RIG_CHIPS"
  } | xargs readlink --canonicalize-existing | sort --unique >"$files"
  xargs cat <"$files" >/dev/null
  xargs touch --no-create <"$files"
}

# What ldd would say of some programs; not every root has it.
libraries_of() {
  local name
  for name in "$@"; do LD_TRACE_LOADED_OBJECTS=1 "$name" </dev/null; done | grep --only-matching '[^ ]*/[^ :]*' | sort --unique
}

# What the panel says, a text in each line.
box_texts() {
  box_status | grep --only-matching '"texts":\[[^]]*\]' | grep --only-matching '"[^"]*"' | sed '1d; s/^"//; s/"$//'
}

# box_says PATTERN: one of the panel's texts is so.
box_says() {
  local texts
  texts=$(box_texts)
  why="the panel says: ${texts//$'\n'/ | }"
  grep --quiet --extended-regexp --regexp="$1" <<<"$texts"
}

box_says_no() { ! box_says "$1"; }

# The panel's texts are so, and its memory is the picture that the box believes it shows.
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

# The newest event of a kind as `log list --json` has it, however long ago an unknown clock lets it be.
newest() {
  "$CRIBSIDE" log list --json --days 36500 --config "$box_configuration" | grep "\"kind\":\"$1\"" | tail --lines=1
}

# The machine's time since its start, which is never set, in whole seconds.
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
