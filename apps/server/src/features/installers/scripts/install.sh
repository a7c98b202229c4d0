#!/bin/sh
# Installs the Gridloom agent on Linux or macOS, so that this machine can be rented.
#
#   export GRIDLOOM_ENROLMENT_TOKEN=TOKEN
#   curl -fsSL --proto '=https' SERVER/install.sh | sh -s --
#
#   GRIDLOOM_ENROLMENT_TOKEN   enrolment token from the guide or the Machines page, valid once and for ten minutes
#   --token-file FILE  read the token from a file instead (command lines are visible to every user)
#   --name NAME        name of the machine (default: host name)
#   --dir FOLDER       install into this folder, including data, without a command elsewhere
#   --no-service       install and enrol, but do not start the agent
#   --install-docker   install Docker if it is missing (Debian and Ubuntu)
#   --allow-http       allow a server without TLS, for testing
#   --new-key          accept a new signing key, after the operator of the server replaced it
#   --uninstall        stop and remove the agent, but keep its key and data
#   --purge            with --uninstall: also remove its key and data
#   --help             show this help
#
# Running it again replaces the agent and keeps the machine's identity; gridloom-agent upgrade does the same, but trusts
# only the stored key. If anything fails, the installed agent stays unchanged. All code is in functions that the last line
# calls, so an incomplete download does nothing.
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
  # Empty folders are removed; others stay.
  rmdir "$data" "$dir" 2>/dev/null || true
}

has() { command -v "$1" >/dev/null 2>&1; }

help() {
  cat <<HELP
Installs the Gridloom agent:  export GRIDLOOM_ENROLMENT_TOKEN=TOKEN; curl -fsSL $server/install.sh | sh -s --
  GRIDLOOM_ENROLMENT_TOKEN   enrolment token from the guide or the Machines page, valid once and for ten minutes
  --token-file FILE  read the token from a file instead (command lines are visible to every user)
  --name NAME        name of the machine (default: host name)
  --dir FOLDER       install into this folder, including data
  --no-service       install and enrol, but do not start the agent
  --install-docker   install Docker if it is missing (Debian and Ubuntu)
  --allow-http       allow a server without TLS, for testing
  --new-key          accept a new signing key, after the operator of the server replaced it
  --uninstall        stop and remove the agent, but keep its key and data
  --purge            with --uninstall: also remove its key and data
  --help             show this help
HELP
}

read_words() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --token-file | --name | --dir)
        { [ $# -gt 1 ] && [ -n "$2" ]; } || die "$1 needs a value."
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
        die 'A token on the command line is visible to every user of this machine.' \
          'Use GRIDLOOM_ENROLMENT_TOKEN or --token-file FILE instead.'
        ;;
      --uninstall) task=uninstall ;;
      --purge) purge=yes ;;
      -h | --help)
        help
        exit 0
        ;;
      *) die "unknown option: $1. See --help." ;;
    esac
    shift
  done
}

read_token() {
  token=$(cat "$1" 2>/dev/null) || die "Cannot read the token file $1."
  [ -n "$token" ] || die "The token file $1 is empty."
}

# --- The platform --------------------------------------------------------------------------------

find_platform() {
  system=$(uname -s)
  processor=$(uname -m)
  # A shell that Rosetta translates reports an Intel processor.
  if [ "$system" = Darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then
    processor=arm64
  fi
  case "$system" in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) die "$system is not supported. This script installs on Linux and macOS. For Windows, see $server/how-to-host/windows" ;;
  esac
  case "$processor" in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) die "The processor architecture $processor is not supported. The agent runs on x86-64 and arm64." ;;
  esac
  platform=$system-$processor
  if [ "$system" = linux ] && [ "$(getconf LONG_BIT 2>/dev/null || echo 64)" != 64 ]; then
    die '32-bit systems are not supported. The agent requires a 64-bit system.'
  fi
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then
    die 'Systems with musl are not supported. The agent requires glibc (Ubuntu, Debian, Fedora and most others).'
  fi
}

is_root() { [ "$(id -u)" = 0 ]; }

choose_places() {
  if [ "$system" = darwin ] && is_root; then
    die 'On macOS the agent must run as the user who runs Docker. Run this again without sudo.'
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

# Whether systemd runs, and for this user if not root: their agent uses a rootless engine.
has_manager() {
  [ -d /run/systemd/system ] || return 1
  is_root || [ -S "${XDG_RUNTIME_DIR:-/nowhere}/systemd/private" ]
}

# --- Requirements ---------------------------------------------------------------------------------------

check_tools() {
  has curl || has wget || die 'curl or wget is required. On Debian and Ubuntu: sudo apt-get install -y curl'
  { has tar && has gzip; } || die 'tar and gzip are required. On Debian and Ubuntu: sudo apt-get install -y tar gzip'
  has openssl || die 'openssl is required to verify the signature of the download. On Debian and Ubuntu: sudo apt-get install -y openssl'
}

# Without TLS the download could be replaced on the way; a server on this machine is safe.
is_safe_address() {
  printf '%s\n' "$server" |
    grep -Eq '^(https://|http://(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?$)'
}

check_address() {
  is_safe_address || [ "$allow_http" = yes ] ||
    die "$server is not https, so traffic could be read and changed on the way." \
      'Ask the operator for an https address. For testing, add --allow-http.'
}

check_token() {
  [ -n "$token" ] || [ -f "$data/machine.json" ] ||
    die 'This machine is not enrolled yet. Set GRIDLOOM_ENROLMENT_TOKEN to an enrolment token.' \
      "Create one at $server/how-to-host or on the Machines page. It is valid once and for ten minutes."
}

has_engine() {
  [ -n "${DOCKER_HOST:-}" ] || [ -S /var/run/docker.sock ] || [ -S /run/podman/podman.sock ] ||
    [ -S "${XDG_RUNTIME_DIR:-/nowhere}/docker.sock" ] || [ -S "${XDG_RUNTIME_DIR:-/nowhere}/podman/podman.sock" ] ||
    [ -S "$HOME/.docker/run/docker.sock" ] || [ -S "$HOME/.colima/default/docker.sock" ]
}

check_engine() {
  has_engine && return
  if [ "$system" = darwin ]; then
    die 'Docker is not running. Install Docker Desktop (or Colima), start it, and run this again.'
  fi
  if [ "$install_docker" = no ]; then
    has apt-get || die 'Docker is not running. Install it with the package manager of your system, start it, and run this again.'
    die 'Docker is not running. To install it with apt-get (docker.io, iptables and e2fsprogs),' \
      'run this again with --install-docker.'
  fi
  has apt-get || die '--install-docker requires apt-get. Install Docker with the package manager of your system.'
  is_root || die 'Installing Docker requires root. Run this again with sudo.'
  say 'Installing Docker with apt-get: docker.io iptables e2fsprogs lxcfs'
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  apt-get update -qq || say 'apt-get update failed. Continuing with the existing package lists.'
  apt-get install -y -qq --no-install-recommends docker.io iptables e2fsprogs lxcfs >/dev/null ||
    die 'apt-get failed to install Docker. See the output above. Nothing else was changed.'
  has_engine || { has systemctl && systemctl enable --now docker >/dev/null 2>&1; } || true
  has_engine || die 'Docker is installed, but not running. Start it (systemctl start docker) and run this again.'
}

check_disk() {
  mkdir -p "$dir" 2>/dev/null || die "Cannot create $dir. Run this again with sudo, or choose another folder with --dir."
  [ -w "$dir" ] || die "$dir is not writable. Run this again with sudo, or choose another folder with --dir."
  free_mb=$(df -Pk "$dir" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "${free_mb:-0}" -ge "$needed_mb" ] ||
    die "Not enough disk space for $dir: $free_mb MB free, $needed_mb MB required. Free up space and run this again."
}

# --- Download -------------------------------------------------------------------------------------------

# fetch ADDRESS FILE: downloads the file, or exits with the server's error.
fetch() {
  if has curl; then
    # A redirect must not leave TLS.
    protocols='=https'
    case "$server" in http://*) protocols='=http,https' ;; esac
    status=$(curl -sSL --proto "$protocols" --connect-timeout 15 --max-time 1800 -o "$2" -w '%{http_code}' "$1") ||
      die "The download of $1 was interrupted. Nothing was changed. Run this again."
  else
    status=200
    wget -q --timeout=60 -O "$2" "$1" || die "The download of $1 failed. Nothing was changed. Run this again."
  fi
  [ "$status" = 200 ] && return
  said=$(sed -n 's/.*"error":"\([^"]*\)".*/\1/p' "$2" | head -n 1)
  die "$1 returned $status. ${said:-}" 'Nothing was changed.'
}

# The key comes with this script from the server, so it does not protect from a server that was taken over. For installed
# agents use gridloom-agent upgrade, which trusts the stored key; here, a different key is only not accepted silently.
check_signature() {
  printf '%s\n' "$public_key" >"$work/key.pem"
  if [ -f "$data/server-key.pem" ] && [ "$new_key" = no ]; then
    cmp -s "$work/key.pem" "$data/server-key.pem" ||
      die 'The signing key of the server has changed since this agent was installed. Nothing was changed.' \
        'If the operator confirms that the key was replaced, run this again with --new-key.'
  fi
  openssl base64 -d -A -in "$work/signature" -out "$work/signature.raw" 2>/dev/null || true
  openssl dgst -sha256 -verify "$work/key.pem" -signature "$work/signature.raw" "$work/agent.tar.gz" >/dev/null 2>&1 ||
    die 'The signature of the download is not valid. Nothing was changed. Run this again.'
}

fetch_agent() {
  work=$(mktemp -d "$dir/.install.XXXXXX") || die "$dir is not writable."
  say "Downloading the agent for $platform from $server (the first download takes longer)"
  fetch "$server/install/agent/$platform/signature" "$work/signature"
  fetch "$server/install/agent/$platform" "$work/agent.tar.gz"
  check_signature
  tar -xzf "$work/agent.tar.gz" -C "$work" || die 'The archive could not be extracted. Nothing was changed.'
  rm -f "$work/agent.tar.gz"
  version=$(agent --version) || die "The agent cannot run on this system. Nothing was changed."
}

# The downloaded agent, before it is installed.
agent() { "$work/gridloom-agent/node" "$work/gridloom-agent/gridloom-agent.mjs" "$@"; }

enrol() {
  if [ -f "$data/machine.json" ]; then
    say 'This machine is already enrolled and keeps its identity. The token was not used.'
    return
  fi
  { mkdir -p "$data" && chmod 700 "$data"; } || die "Cannot create $data."
  set -- enrol --server="$server" --token-file=- --data="$data"
  [ -z "$name" ] || set -- "$@" --name="$name"
  [ "$allow_http" = no ] || set -- "$@" --allow-http
  printf '%s\n' "$token" | agent "$@" || die 'Enrolment failed. See the error above. Nothing was installed.'
}

# --- Installation ----------------------------------------------------------------------------------

swap_in() {
  cp "$work/key.pem" "$data/server-key.pem"
  rm -rf "$dir/agent.old"
  [ ! -d "$dir/agent" ] || mv "$dir/agent" "$dir/agent.old"
  if ! mv "$work/gridloom-agent" "$dir/agent"; then
    [ ! -d "$dir/agent.old" ] || mv "$dir/agent.old" "$dir/agent"
    die "The agent could not be installed in $dir. The previous one was restored."
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
    die 'The agent is installed and enrolled, but its service failed to start. See the error above.' \
      "To start it manually: $dir/gridloom-agent run"
  }
}

tell() {
  shell='sh' sudo=''
  if is_root; then shell='sudo sh' sudo='sudo '; fi
  again="curl -fsSL $server/install.sh | $shell -s --"
  [ -n "$link" ] || again="$again --dir $(quoted "$dir")"
  say '' "Installed the Gridloom agent $version."
  say "  program   $dir/agent (with its own Node.js)"
  say "  data      $data (the machine's key and identity)"
  [ -z "$link" ] || say "  command   $link"
  case "$service" in
    yes) say "  service   $(cat "$work/service")" ;;
    no) say "  service   not installed (--no-service). Start the agent with: $(quoted "$dir/gridloom-agent") run" ;;
    by_hand) say "  service   not installed (systemd is not available). Start the agent with: $(quoted "$dir/gridloom-agent") run" ;;
  esac
  say '' "Check:      $(quoted "${link:-$dir/gridloom-agent}") doctor" \
    "Upgrade:    $sudo$(quoted "${link:-$dir/gridloom-agent}") upgrade" \
    "Uninstall:  $again --uninstall"
}

# --- Uninstall ---------------------------------------------------------------------------------------

uninstall() {
  # A folder chosen with --dir may have an agent without a service; the service of another one stays.
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
    is_root || die 'The agent runs as a service. Run this again with sudo.'
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
    say "Removed the agent from $dir. Its key and data are kept in $data (remove them with --purge)."
  fi
  rmdir "$dir" 2>/dev/null || true
  say 'Rented containers keep running in Docker: docker ps --filter label=gridloom.agent' \
    "Remove the machine from your account at $server/machines"
}

main "$@"
