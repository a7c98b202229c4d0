# Functions shared by the scripts beside it. Sourced, never run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\033[2m▸\033[0m %s\n' "$*" >&2; }
die() {
  printf 'gridloom: %s\n' "$*" >&2
  exit 1
}

# Puts the Node 24 that npm installed for this project first in PATH; the machine's own may be older.
use_project_node() {
  PATH="$root/node_modules/.bin:$PATH"
  export PATH
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_be_root() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

# Runs a command in the background, as $kept, and restarts it whenever it crashes (killed, out of memory), until it
# exits normally (0), with an invalid configuration (2), or because its data is in use by another process (3). Exits
# with its code, also after too many crashes. Call it last; the caller ends $kept in a trap.
kept=''
keep_up_first() { "$@" & kept=$!; }
keep_up() {
  local breaks_max=5 steady_s=300 breaks=0 wait_s=1 code started=$SECONDS
  while :; do
    code=0
    wait "$kept" || code=$?
    case "$code" in 0 | 2 | 3) exit "$code" ;; esac
    [ $((SECONDS - started)) -lt "$steady_s" ] || { breaks=0 wait_s=1; }
    breaks=$((breaks + 1))
    [ "$breaks" -le "$breaks_max" ] ||
      die "The control plane broke $breaks times, each time within $((steady_s / 60)) minutes of its start (exit code $code). Its last lines above say why."
    say "The control plane broke (exit code $code). It is started again in $wait_s s."
    # In the background, as a trap waits for a foreground command to end.
    sleep "$wait_s" &
    wait $!
    wait_s=$((wait_s * 2)) started=$SECONDS
    keep_up_first "$@"
  done
}

docker_answers() { docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

# Makes sure that a container engine answers. If a service manager runs Docker, it starts it; else the daemon is started
# here, and `stop_docker` ends it again. Sets started_docker to the id of the started process.
started_docker=''
start_docker() {
  docker_answers && return 0
  command -v dockerd >/dev/null 2>&1 || return 1
  if [ -d /run/systemd/system ]; then
    say 'Starting Docker (systemctl start docker)'
    as_root systemctl start docker && docker_answers
    return
  fi
  [ "$(id -u)" = 0 ] || return 1
  local log="$1/dockerd.log"
  say "Starting the Docker daemon (log: $log)"
  mkdir -p "$1"
  # A killed daemon leaves its pid file, which prevents a new start.
  if [ -f /var/run/docker.pid ] && ! kill -0 "$(cat /var/run/docker.pid)" 2>/dev/null; then rm -f /var/run/docker.pid; fi
  setsid dockerd >"$log" 2>&1 &
  started_docker=$!
  local waited=0
  until docker_answers; do
    kill -0 "$started_docker" 2>/dev/null || { started_docker=''; return 1; }
    [ "$waited" -lt 300 ] || return 1
    sleep 0.1
    waited=$((waited + 1))
  done
}

stop_docker() {
  [ -n "$started_docker" ] || return 0
  say 'Stopping the Docker daemon that was started here'
  kill "$started_docker" 2>/dev/null || true
  wait "$started_docker" 2>/dev/null || true
  started_docker=''
}
