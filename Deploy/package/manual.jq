# Writes the manual page's part about commands, or about the options of a program without commands, from the program's
# own description (--experimental-dump-help).

# Escapes text for roff: backslashes, hyphens, and requests at the start of a line.
def roff: gsub("\\\\"; "\\e") | gsub("-"; "\\-") | split("\n") | map(gsub("^(?<mark>[.'])"; "\\&\(.mark)")) | join("\n");

def paragraphs: roff | gsub("\n\n+"; "\n.PP\n");

def spelled: if .kind == "long" then "--\(.name)" else "-\(.name)" end;

# How an argument is typed: its names and its value.
def typed:
  if .kind == "positional" then "\\fI\(.valueName | roff)\\fR"
  else
    ([.names[] | "\\fB\(spelled | roff)\\fR"] | join(", "))
    + (if .kind == "option" then " \\fI\(.valueName | roff)\\fR" else "" end)
  end;

def told:
  ((.abstract // "") | roff)
  + (if .defaultValue and .kind != "flag" then " Default: \(.defaultValue | roff)." else "" end);

# The options for help and version are the same everywhere, and described once.
def own: .shouldDisplay and (.valueName != "help") and (.valueName != "version");

def argument: ".TP\n\(typed)\n\(told)";

def command:
  select(.shouldDisplay and .commandName != "help")
  | ".SS \"\(((.superCommands // []) + [.commandName]) | join(" ") | roff)\"",
    ((.abstract // "") | paragraphs),
    (if .discussion then ".PP\n" + (.discussion | paragraphs) else empty end),
    (.arguments[]? | select(own) | argument),
    (.subcommands[]? | command);

.command
| if .subcommands // [] | any(.commandName != "help") then .subcommands[] | command
  else .arguments[] | select(own) | argument end
