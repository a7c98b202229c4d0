import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { ControlPlaneRefused } from '../control-plane/call.ts'
import type { Log } from '../host/log.ts'
import type { Random } from '../host/random.ts'
import type { Identity } from '../identity/membership.ts'
import { type ConnectionFailure, reconnectDelayMs, stableAfterMs } from './back-off.ts'
import { createCallLog } from './call-log.ts'
import { dial } from './dial.ts'
import type { Route } from './router.ts'
import { serveSession } from './session.ts'

export interface LinkOptions {
  identity: Identity
  routes: readonly Route[]
  clock: Clock
  random: Random
  log: Log
  /** Called at each new connection. */
  onConnected: () => void
}

const dialTimeoutMs = 15_000
/** Failures of each kind since the last stable connection. */
const noFailures: Readonly<Record<ConnectionFailure, number>> = { lost: 0, busy: 0, refused: 0 }

/**
 * Keeps the machine connected until the signal aborts: dials, serves, and dials again after a jittered, growing wait.
 * Containers run on while the machine is offline, and the next `hello` reports everything to the control plane.
 */
export async function keepLinked(options: LinkOptions, signal: AbortSignal): Promise<void> {
  const { clock, random, log } = options
  let failures = noFailures
  while (!signal.aborted) {
    const startedMs = clock.monotonicMs()
    const lastFailure = await serveOnce(options, signal)
    if (signal.aborted) return
    if (clock.monotonicMs() - startedMs >= stableAfterMs) failures = noFailures
    const losses = failures[lastFailure] + 1
    failures = { ...failures, [lastFailure]: losses }
    const waitMs = reconnectDelayMs(lastFailure, losses, random.next())
    log.info({ event: 'connection.delayed', waitMs, losses }, 'dialling again after a wait')
    // @NOTE an aborted sleep ends this loop
    await clock.sleep(waitMs, signal).catch(() => undefined)
  }
}

/** Dials and serves one connection to its end. Returns the kind of failure that ended it. */
async function serveOnce(options: LinkOptions, signal: AbortSignal): Promise<ConnectionFailure> {
  const { identity, routes, clock, log } = options
  const { machine_id: machineId, server_url: serverUrl } = identity.membership
  const limit = createDeadline(clock, dialTimeoutMs, signal)
  try {
    const socket = await dial(identity, limit.signal).finally(limit.done)
    const session = serveSession({ socket, routes, clock, calls: createCallLog(log) })
    const close = () => session.close()
    signal.addEventListener('abort', close, { once: true })
    if (signal.aborted) close()
    log.info({ event: 'machine.connected', machineId, serverUrl }, 'connected')
    options.onConnected()
    const failure = await session.ended
    signal.removeEventListener('abort', close)
    if (!signal.aborted)
      log.warn(
        { event: 'connection.lost', reason: failure?.message ?? 'closed' },
        'connection lost',
      )
    return 'lost'
  } catch (cause) {
    if (signal.aborted) return 'lost'
    return failureOf(cause, { isLate: limit.signal.aborted, log })
  }
}

interface Dialled {
  /** The dial timed out. */
  isLate: boolean
  log: Log
}

function failureOf(cause: unknown, { isLate, log }: Dialled): ConnectionFailure {
  if (cause instanceof ControlPlaneRefused && cause.code === 'machine_refused') {
    log.error(
      { event: 'machine.refused' },
      'the server rejected this machine: it was removed, or its key was revoked. To host again, create ' +
        'an enrolment token on the Machines page and run: gridloom agent enrol --force --server URL --token-file FILE',
    )
    return 'refused'
  }
  log.warn(
    { event: 'connection.failed', reason: cause instanceof Error ? cause.message : String(cause) },
    'cannot connect',
  )
  // A server that starts or stops answers `not_ready`: it is back as soon as one that does not answer at all.
  const hasNoTime = cause instanceof ControlPlaneRefused && cause.code !== 'not_ready'
  return isLate || hasNoTime ? 'busy' : 'lost'
}
