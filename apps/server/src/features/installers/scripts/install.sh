#!/bin/sh
# Makes this machine one that others can rent: installs the Gridloom agent on Linux or macOS.
#
#   export GRIDLOOM_ENROLMENT_TOKEN=TOKEN
#   curl -fsSL --proto '=https' SERVER/install.sh | sh -s --
#
#   GRIDLOOM_ENROLMENT_TOKEN   from the guide or the Machines page: good once, for ten minutes
#   --token-file FILE  read the token from a file instead: what stands in a command line, every user reads
#   --name NAME        what the machine is called; its host name otherwise
#   --dir FOLDER       install into this folder, data included, and put no command elsewhere
#   --no-service       install and enrol, but start nothing
#   --install-docker   on Debian and Ubuntu: install Docker where there is none
#   --allow-http       for laboratories: take the agent, and speak to the server, without TLS
#   --new-key          for an upgrade after the server's operator has replaced the key that it signs with
#   --uninstall        stop the agent and remove it; its key and data stay
#   --purge            with --uninstall: remove key and data too
#   --help
#
# Running it again replaces the agent and keeps the machine's identity; gridloom-agent upgrade does so without asking the server
# which key is right. Whatever fails, the agent that was there before stays as it was. Everything stands in functions that the last line calls, so a script that was cut off
# on its way does nothing.
set -eu

server='@SERVER_URL@'
public_key='@PUBLIC_KEY@'
label=com.gridloom.agent
unit=/etc/systemd/system/gridloom-agent.service
user_unit=${HOME:-/nowhere}/.config/systemd/user/gridloom-agent.service
needed_mb=500

token=${GRIDLOOM_ENROLMENT_TOKEN:-} allow_http=no new_key=no
unset GRIDLOOM_ENROLMENT_TOKEN
name='' dir='' service=yes install_docker=no task=install purge=no work=''

main() {
  read_words "$@"
  find_platform
  choose_places
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  if [ "$task" = uninstall ]; then
    uninstall
    return
  fi
  check_tools
  check_address
  check_token
  check_engine
  check_disk
  fetch_agent
  enrol
  swap_in
  start_service
  tell
}

# One line for each word.
say() { printf '%s\n' "$@"; }

die() {
  printf 'install.sh: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

cleanup() {
  [ -z "$work" ] || rm -rf "$work"
  # Folders that were made for nothing: those with something in them stay.
  rmdir "$data" "$dir" 2>/dev/null || true
}

has() { command -v "$1" >/dev/null 2>&1; }

help() {
  cat <<HELP
Installs the Gridloom agent:  export GRIDLOOM_ENROLMENT_TOKEN=TOKEN; curl -fsSL $server/install.sh | sh -s --
  GRIDLOOM_ENROLMENT_TOKEN   from the guide or the Machines page: good once, for ten minutes
  --token-file FILE  read the token from a file instead
  --name NAME        what the machine is called; its host name otherwise
  --dir FOLDER       install into this folder, data included
  --no-service       install and enrol, but start nothing
  --install-docker   on Debian and Ubuntu: install Docker where there is none
  --allow-http       for laboratories: take the agent, and speak to the server, without TLS
  --new-key          for an upgrade after the server's operator has replaced the key that it signs with
  --uninstall        stop the agent and remove it; its key and data stay
  --purge            with --uninstall: remove key and data too
HELP
}

read_words() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --token-file | --name | --dir)
        { [ $# -gt 1 ] && [ -n "$2" ]; } || die "$1 needs a value after it."
        case "$1" in
          --token-file) read_token "$2" ;;
          --name) name=$2 ;;
          --dir) dir=$2 ;;
        esac
        shift
        ;;
      --no-service) service=no ;;
      --install-docker) install_docker=yes ;;
      --allow-http) allow_http=yes ;;
      --new-key) new_key=yes ;;
      --token | --token=*)
        die 'A token in the command line can be read by every user of this machine.' \
          'Use GRIDLOOM_ENROLMENT_TOKEN or --token-file FILE instead.'
        ;;
      --uninstall) task=uninstall ;;
      --purge) purge=yes ;;
      -h | --help)
        help
        exit 0
        ;;
      *) die "'$1' is not known here; --help lists what is." ;;
    esac
    shift
  done
}

read_token() {
  token=$(cat "$1" 2>/dev/null) || die "The file $1 with the token cannot be read."
  [ -n "$token" ] || die "The file $1 has no token in it."
}

# --- What machine this is --------------------------------------------------------------------------------

find_platform() {
  system=$(uname -s)
  processor=$(uname -m)
  # A shell that is translated for Apple's processors says that it runs on Intel's.
  if [ "$system" = Darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then
    processor=arm64
  fi
  case "$system" in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) die "This is $system; the script knows Linux and macOS. For Windows there is $server/how-to-host/windows" ;;
  esac
  case "$processor" in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) die "This machine has a processor of the kind $processor; the agent runs on x86-64 and arm64." ;;
  esac
  platform=$system-$processor
  if [ "$system" = linux ] && [ "$(getconf LONG_BIT 2>/dev/null || echo 64)" != 64 ]; then
    die 'This system is a 32-bit one; the agent needs a 64-bit one.'
  fi
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then
    die 'This system has musl as its C library; the agent needs glibc (Ubuntu, Debian, Fedora and most others).'
  fi
}

is_root() { [ "$(id -u)" = 0 ]; }

choose_places() {
  if [ "$system" = darwin ] && is_root; then
    die 'On macOS the agent belongs to the person who runs Docker: repeat this without sudo.'
  fi
  if [ -n "$dir" ]; then
    case "$dir" in /*) ;; *) dir=$PWD/$dir ;; esac
    data=$dir/data
    link=''
  elif is_root; then
    dir=/opt/gridloom
    data=/var/lib/gridloom-agent
    link=/usr/local/bin/gridloom-agent
  else
    dir=$HOME/.local/share/gridloom
    data=$HOME/.local/share/gridloom-agent
    link=$HOME/.local/bin/gridloom-agent
  fi
  if [ "$system" = linux ] && ! has_manager; then
    [ "$service" = no ] || service=by_hand
  fi
}

# Whether systemd runs here, and for this person where it is not root: their agent works beside a rootless engine.
has_manager() {
  [ -d /run/systemd/system ] || return 1
  is_root || [ -S "${XDG_RUNTIME_DIR:-/nowhere}/systemd/private" ]
}

# --- What is needed ---------------------------------------------------------------------------------------

check_tools() {
  has curl || has wget || die 'Neither curl nor wget is here. On Debian and Ubuntu: sudo apt-get install -y curl'
  { has tar && has gzip; } || die 'tar and gzip are needed. On Debian and Ubuntu: sudo apt-get install -y tar gzip'
  has openssl || die 'openssl is needed to check who signed what is downloaded. On Debian and Ubuntu: sudo apt-get install -y openssl'
}

# Without TLS anybody on the way could put another agent in place of ours; on this very machine nobody is on the way.
is_safe_address() {
  printf '%s\n' "$server" |
    grep -Eq '^(https://|http://(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?$)'
}

check_address() {
  is_safe_address || [ "$allow_http" = yes ] ||
    die "$server is not https, so that anybody on the way could read and change what is sent." \
      'Ask its operator for an https address. In a laboratory: add --allow-http.'
}

check_token() {
  [ -n "$token" ] || [ -f "$data/machine.json" ] ||
    die 'This machine is not enrolled yet, so a token is needed, in GRIDLOOM_ENROLMENT_TOKEN.' \
      "Make one at $server/how-to-host or on the Machines page. It is good once, for ten minutes."
}

has_engine() {
  [ -n "${DOCKER_HOST:-}" ] || [ -S /var/run/docker.sock ] || [ -S /run/podman/podman.sock ] ||
    [ -S "${XDG_RUNTIME_DIR:-/nowhere}/docker.sock" ] || [ -S "${XDG_RUNTIME_DIR:-/nowhere}/podman/podman.sock" ] ||
    [ -S "$HOME/.docker/run/docker.sock" ] || [ -S "$HOME/.colima/default/docker.sock" ]
}

check_engine() {
  has_engine && return
  if [ "$system" = darwin ]; then
    die 'No Docker runs here. Install Docker Desktop (or Colima), start it, and repeat this.'
  fi
  if [ "$install_docker" = no ]; then
    has apt-get || die 'No Docker runs here. Install it as your system does, start it, and repeat this.'
    die 'No Docker runs here. Let this script install it (docker.io, iptables and e2fsprogs, with apt-get):' \
      'repeat the command with --install-docker at its end.'
  fi
  has apt-get || die 'Docker can be installed from here with apt-get only, and this system has none.'
  is_root || die 'Installing Docker needs root: repeat this with sudo.'
  say 'Installing Docker with apt-get: docker.io iptables e2fsprogs lxcfs'
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  apt-get update -qq || say 'apt-get update did not succeed; trying with the lists at hand.'
  apt-get install -y -qq --no-install-recommends docker.io iptables e2fsprogs lxcfs >/dev/null ||
    die 'apt-get could not install Docker; what it said stands above. Nothing else was changed.'
  has_engine || { has systemctl && systemctl enable --now docker >/dev/null 2>&1; } || true
  has_engine || die 'Docker is installed, but does not run. Start it (systemctl start docker) and repeat this.'
}

check_disk() {
  mkdir -p "$dir" 2>/dev/null || die "$dir cannot be made here. Repeat this with sudo, or give another folder with --dir."
  [ -w "$dir" ] || die "$dir cannot be written. Repeat this with sudo, or give another folder with --dir."
  free_mb=$(df -Pk "$dir" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "${free_mb:-0}" -ge "$needed_mb" ] ||
    die "Only $free_mb MB are free for $dir; $needed_mb MB are needed to install. Make room and repeat this."
}

# --- Getting it -------------------------------------------------------------------------------------------

# fetch ADDRESS FILE: the file is there when this succeeds; else what the server said is told.
fetch() {
  if has curl; then
    # Nor may a redirect lead out of TLS.
    protocols='=https'
    case "$server" in http://*) protocols='=http,https' ;; esac
    status=$(curl -sSL --proto "$protocols" --connect-timeout 15 --max-time 1800 -o "$2" -w '%{http_code}' "$1") ||
      die "The download of $1 broke off. Nothing was changed; repeat this."
  else
    status=200
    wget -q --timeout=60 -O "$2" "$1" || die "The download of $1 did not succeed. Nothing was changed; repeat this."
  fi
  [ "$status" = 200 ] && return
  said=$(sed -n 's/.*"error":"\([^"]*\)".*/\1/p' "$2" | head -n 1)
  die "$1 answered $status. ${said:-}" 'Nothing was changed.'
}

# The key came with this script, from the server: whoever took over its address wrote both. An agent that is here already
# is upgraded by gridloom-agent upgrade, which knows the key that was kept; here another is only not taken silently.
check_signature() {
  printf '%s\n' "$public_key" >"$work/key.pem"
  if [ -f "$data/server-key.pem" ] && [ "$new_key" = no ]; then
    cmp -s "$work/key.pem" "$data/server-key.pem" ||
      die 'The server signs with another key than when this agent was installed. Nothing was changed.' \
        'If its operator says that the key was replaced, repeat this with --new-key.'
  fi
  openssl base64 -d -A -in "$work/signature" -out "$work/signature.raw" 2>/dev/null || true
  openssl dgst -sha256 -verify "$work/key.pem" -signature "$work/signature.raw" "$work/agent.tar.gz" >/dev/null 2>&1 ||
    die 'What was downloaded is not signed by the server. Nothing was changed; repeat this.'
}

fetch_agent() {
  work=$(mktemp -d "$dir/.install.XXXXXX") || die "$dir cannot be written."
  say "Downloading the agent for $platform from $server (the server packs it at the first request, which takes longer)"
  fetch "$server/install/agent/$platform/signature" "$work/signature"
  fetch "$server/install/agent/$platform" "$work/agent.tar.gz"
  check_signature
  tar -xzf "$work/agent.tar.gz" -C "$work" || die 'The archive could not be unpacked. Nothing was changed.'
  rm -f "$work/agent.tar.gz"
  version=$(agent --version) || die "The agent does not run on this system. Nothing was changed."
}

# The agent that was just downloaded, before it is put in place.
agent() { "$work/gridloom-agent/node" "$work/gridloom-agent/gridloom-agent.mjs" "$@"; }

enrol() {
  if [ -f "$data/machine.json" ]; then
    say 'This machine is enrolled already and keeps its identity; the token was not used.'
    return
  fi
  { mkdir -p "$data" && chmod 700 "$data"; } || die "$data cannot be made."
  set -- enrol --server="$server" --token-file=- --data="$data"
  [ -z "$name" ] || set -- "$@" --name="$name"
  [ "$allow_http" = no ] || set -- "$@" --allow-http
  printf '%s\n' "$token" | agent "$@" || die 'The machine could not be enrolled; why stands above. Nothing was installed.'
}

# --- Putting it in place ----------------------------------------------------------------------------------

swap_in() {
  cp "$work/key.pem" "$data/server-key.pem"
  rm -rf "$dir/agent.old"
  [ ! -d "$dir/agent" ] || mv "$dir/agent" "$dir/agent.old"
  if ! mv "$work/gridloom-agent" "$dir/agent"; then
    [ ! -d "$dir/agent.old" ] || mv "$dir/agent.old" "$dir/agent"
    die "The agent could not be put into $dir; the one before is back."
  fi
  rm -rf "$dir/agent.old"
  cat >"$work/command" <<COMMAND
#!/bin/sh
GRIDLOOM_AGENT_DATA=\${GRIDLOOM_AGENT_DATA:-$(quoted "$data")}
export GRIDLOOM_AGENT_DATA
exec $(quoted "$dir/agent/node") $(quoted "$dir/agent/gridloom-agent.mjs") "\$@"
COMMAND
  chmod 755 "$work/command"
  mv "$work/command" "$dir/gridloom-agent"
  [ -n "$link" ] || return 0
  mkdir -p "$(dirname "$link")"
  ln -sf "$dir/gridloom-agent" "$link"
}

quoted() {
  case "$1" in
    *[!A-Za-z0-9_/.,:@%+=-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
  esac
}

start_service() {
  [ "$service" = yes ] || return 0
  "$dir/gridloom-agent" install-service >"$work/service" 2>&1 || {
    cat "$work/service" >&2
    die 'The agent is installed and enrolled, but its service did not start; why stands above.' \
      "Run it by hand meanwhile: $dir/gridloom-agent run"
  }
}

tell() {
  shell='sh' sudo=''
  if is_root; then shell='sudo sh' sudo='sudo '; fi
  again="curl -fsSL $server/install.sh | $shell -s --"
  [ -n "$link" ] || again="$again --dir $(quoted "$dir")"
  say '' "Done: the Gridloom agent $version."
  say "  program   $dir/agent (with its own Node.js)"
  say "  data      $data (the machine's key and identity)"
  [ -z "$link" ] || say "  command   $link"
  case "$service" in
    yes) say "  service   $(cat "$work/service")" ;;
    no) say "  service   none was asked for; run the agent with: $(quoted "$dir/gridloom-agent") run" ;;
    by_hand) say "  service   none: no systemd runs here for you; run the agent with: $(quoted "$dir/gridloom-agent") run" ;;
  esac
  say '' "What is missing for hosting, if anything:  $(quoted "${link:-$dir/gridloom-agent}") doctor" \
    "Upgrade:  $sudo$(quoted "${link:-$dir/gridloom-agent}") upgrade" \
    "Undo:     $again --uninstall"
}

# --- Taking it away ---------------------------------------------------------------------------------------

uninstall() {
  # A folder that was chosen with --dir may hold an agent without a service; another one's service stays.
  if [ "$system" = darwin ]; then
    list=$HOME/Library/LaunchAgents/$label.plist
    if [ -f "$list" ] && grep -q "$dir/agent/" "$list"; then
      launchctl bootout "gui/$(id -u)/$label" 2>/dev/null || true
      rm -f "$list"
      say "Stopped the agent and removed $list"
    fi
  elif [ -f "$user_unit" ] && grep -q "$dir/agent/" "$user_unit"; then
    systemctl --user disable --now gridloom-agent >/dev/null 2>&1 || true
    rm -f "$user_unit"
    systemctl --user daemon-reload >/dev/null 2>&1 || true
    say "Stopped the agent and removed $user_unit"
  elif [ -f "$unit" ] && grep -q "$dir/agent/" "$unit"; then
    is_root || die 'The agent runs as a service: repeat this with sudo.'
    systemctl disable --now gridloom-agent >/dev/null 2>&1 || true
    rm -f "$unit"
    systemctl daemon-reload >/dev/null 2>&1 || true
    say "Stopped the agent and removed $unit"
  fi
  [ -d "$dir/agent" ] || say "No agent is installed in $dir."
  rm -rf "$dir/agent" "$dir/agent.old" "$dir/gridloom-agent"
  if [ -n "$link" ] && [ -L "$link" ]; then rm -f "$link"; fi
  if [ "$purge" = yes ]; then
    rm -rf "$data"
    say "Removed the agent from $dir and its data from $data."
  else
    say "Removed the agent from $dir. Its key and data stay in $data (--purge removes them too)."
  fi
  rmdir "$dir" 2>/dev/null || true
  say 'Containers that were rented go on in Docker: docker ps --filter label=gridloom.agent' \
    "Take the machine off your list at $server/machines"
}

main "$@"
