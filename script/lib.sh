# Functions shared by the scripts beside it. Sourced, never run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\033[2m▸\033[0m %s\n' "$*" >&2; }
die() {
  printf 'gridloom: %s\n' "$*" >&2
  exit 1
}

# Puts the Node 24 that npm installed for this project first in PATH; the machine's own may be older. Keeps the code that
# it compiles: compiling takes a third of the time in which the server starts.
use_project_node() {
  PATH="$root/node_modules/.bin:$PATH"
  NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$root/node_modules/.cache/node}
  export PATH NODE_COMPILE_CACHE
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
      die "The control plane crashed $breaks times, each time within $((steady_s / 60)) minutes of its start (exit code $code). See its last log lines above."
    say "The control plane crashed (exit code $code). Restarting in $wait_s s."
    # In the background, as a trap waits for a foreground command to end.
    sleep "$wait_s" &
    wait $!
    wait_s=$((wait_s * 2)) started=$SECONDS
    keep_up_first "$@"
  done
}

docker_answers() { docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

# The Docker daemon that a script starts belongs to nobody: containers and other scripts use it, so it outlives its script.
docker_log=/var/log/gridloom/dockerd.log
docker_pid=/run/gridloom-dockerd.pid
docker_users=/run/gridloom-dockerd.users

# Makes sure that a container engine answers. If a service manager runs Docker, it starts it; else it starts the daemon,
# with live-restore: containers go on running when the daemon stops. `script/stop-docker` ends it.
started_docker=no
start_docker() {
  # Held until this script and everything it started have ended, so that no other script stops the daemon meanwhile.
  if [ "$(id -u)" = 0 ]; then exec 9>>"$docker_users" && flock --shared 9; fi
  docker_answers && return 0
  command -v dockerd >/dev/null 2>&1 || return 1
  if [ -d /run/systemd/system ]; then
    say 'Starting Docker (systemctl start docker)'
    as_root systemctl start docker && docker_answers
    return
  fi
  [ "$(id -u)" = 0 ] || return 1
  say "Starting the Docker daemon (log: $docker_log). It keeps running after this script. To stop it: script/stop-docker"
  mkdir -p "$(dirname "$docker_log")"
  # A killed daemon leaves its pid file, which prevents a new start.
  if [ -f /run/docker.pid ] && ! kill -0 "$(cat /run/docker.pid)" 2>/dev/null; then rm -f /run/docker.pid; fi
  local flags=()
  grep -qs live-restore /etc/docker/daemon.json || flags+=(--live-restore)
  setsid dockerd "${flags[@]}" >"$docker_log" 2>&1 9>&- </dev/null &
  local daemon=$! waited=0
  echo "$daemon" >"$docker_pid"
  started_docker=yes
  until docker_answers; do
    kill -0 "$daemon" 2>/dev/null || return 1
    [ "$waited" -lt 300 ] || return 1
    sleep 0.1
    waited=$((waited + 1))
  done
}

# Stops the daemon that a script started, if it still runs. Another daemon is left alone.
stop_docker() {
  local daemon
  daemon=$(cat "$docker_pid" 2>/dev/null) || return 0
  rm -f "$docker_pid"
  [ "$(cat "/proc/$daemon/comm" 2>/dev/null)" = dockerd ] || return 0
  kill "$daemon"
  say 'Stopping the Docker daemon. Containers keep running.'
  while kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
}

# Stops the daemon if this script started it and no other script uses it.
leave_docker() {
  [ "$started_docker" = yes ] || return 0
  if flock --exclusive --nonblock 9; then stop_docker; fi
}
