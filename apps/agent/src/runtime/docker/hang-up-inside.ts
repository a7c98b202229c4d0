import { sessionVariable } from '../port.ts'
import type { EngineApi } from './engine-api.ts'
import { makeExec } from './exec-state.ts'

/**
 * Finds the first process of a session, in `$pid`: one whose parent is outside the container and whose environment has
 * the session's id. `$1`: the variable and its value.
 */
const findLeader = `
stat() {
  IFS= read -r line <"/proc/$1/stat" || return 1
  set -- \${line##*) }
  parent=$2 group=$3 session=$4 front=$6
} 2>/dev/null
leader() {
  for at in /proc/[0-9]*; do
    pid=\${at#/proc/}
    stat "$pid" && [ "$parent" = 0 ] && [ "$session" = "$pid" ] || continue
    tr '\\0' '\\n' <"$at/environ" 2>/dev/null | grep -qxF "$1" && return 0
  done
  return 1
}
leader "$1" || exit 0
`

const sendSignal = `${findLeader}
kill -"$2" -- "-$pid"
`

/** The same as `hangUpFromHost`. */
const hangUp = `${findLeader}
lead=$pid fore=$front
kill -HUP -- "-$lead"; kill -CONT -- "-$lead"
if [ "$fore" -gt 0 ] && [ "$fore" != "$lead" ]; then
  kill -HUP -- "-$fore"; kill -CONT -- "-$fore"
fi 2>/dev/null
sleep 5
for at in /proc/[0-9]*; do
  pid=\${at#/proc/}
  stat "$pid" && [ "$session" = "$lead" ] || continue
  [ "$group" = "$lead" ] || [ "$group" = "$fore" ] || continue
  while read -r key value _; do
    [ "$key" = SigIgn: ] || continue
    case $value in *[13579bdf]) ;; *) kill -KILL "$pid" ;; esac
  done <"$at/status"
done 2>/dev/null
`

interface InsideSession {
  container: string
  session: string
  /** A shell in the container. */
  shell: string
  signal: AbortSignal
}

/** Hangs up a session with a shell inside its container. Resolves at once; the container does the rest. */
export function hangUpInside(api: EngineApi, inside: InsideSession): Promise<void> {
  return runInside(api, inside, [hangUp, 'gridloom-hang-up', variableOf(inside)])
}

/** Sends a signal to a session's group with a shell inside its container. */
export function signalInside(
  api: EngineApi,
  { kind, ...inside }: InsideSession & { kind: string },
): Promise<void> {
  return runInside(api, inside, [sendSignal, 'gridloom-signal', variableOf(inside), kind])
}

function variableOf({ session }: InsideSession): string {
  return `${sessionVariable}=${session}`
}

async function runInside(
  api: EngineApi,
  { container, shell, signal }: InsideSession,
  words: readonly string[],
): Promise<void> {
  const id = await makeExec(api, container, { Cmd: [shell, '-c', ...words] })
  const body = { Detach: true }
  await api.json({ method: 'POST', path: `/exec/${id}/start`, body, signal })
}
