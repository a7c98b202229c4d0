import type { Instance } from '@gridloom/contract/instances/instance'
import { chargingBegins, chargingReason } from '@gridloom/domain/charging-words'
import { formatExact } from '../../../ui/format/times.ts'

/** One step of an instance's timeline. */
export interface Step {
  readonly name: string
  readonly state: 'done' | 'now' | 'ahead' | 'failed'
  /** When the step was reached, if known. */
  readonly at: string | null
  readonly text: string
}

const way = ['requested', 'pulling', 'creating', 'starting', 'running'] as const
const names = {
  requested: { name: 'Requested', text: 'price locked, funds on hold' },
  pulling: { name: 'Pulling', text: 'the image is downloaded, free' },
  creating: { name: 'Creating', text: 'container, disk and network' },
  starting: { name: 'Starting', text: 'the start script runs' },
  running: { name: 'Running', text: 'the readiness check runs' },
} as const

/** Returns the steps of a start and of what followed it, with the present one marked. */
export function timelineOf(instance: Instance): Step[] {
  const steps = startSteps(instance)
  return [...steps, readyStep(instance), ...afterSteps(instance)]
}

function startSteps(instance: Instance): Step[] {
  const reached = reachedIndex(instance)
  return way.map((state, index) => {
    const { name, text } = names[state]
    const at = state === 'requested' ? instance.created_at : null
    if (index < reached) return { name, state: 'done', at, text }
    if (index > reached) return { name, state: 'ahead', at, text }
    const failed = instance.state === 'failed' && instance.ready_at === null
    return { name, state: failed ? 'failed' : 'now', at, text: instance.progress?.text ?? text }
  })
}

/** The step at which a start fails for a reason; reasons that fit any step are not listed. */
const failedStep: Readonly<Record<string, (typeof way)[number]>> = {
  image_not_found: 'pulling',
  registry_unreachable: 'pulling',
  registry_denied: 'pulling',
  registry_login_refused: 'pulling',
  registry_rate_limited: 'pulling',
  image_wrong_platform: 'pulling',
  image_archive_broken: 'pulling',
  build_failed: 'pulling',
  build_timeout: 'pulling',
  snapshot_base_changed: 'pulling',
  snapshot_broken: 'pulling',
  image_too_large: 'pulling',
  create_refused: 'creating',
  not_isolated: 'creating',
  gpu_missing: 'creating',
  start_failed: 'starting',
  start_script_failed: 'starting',
  readiness_timeout: 'running',
  exited: 'running',
  out_of_memory: 'running',
  disk_full: 'running',
}

/** Returns the index of the reached step; the number of steps once the instance has been ready. */
function reachedIndex({ state, ready, ready_at: readyAt, reason }: Instance): number {
  if (ready || (readyAt !== null && !way.some((step) => step === state))) return way.length
  const states: readonly string[] = way
  if (state === 'failed') return states.indexOf(failedStep[reason?.code ?? ''] ?? 'requested')
  return Math.max(0, states.indexOf(state))
}

function readyStep({ ready, ready_at: readyAt, state, charging }: Instance): Step {
  const now = ready && state === 'running'
  return {
    name: 'Ready',
    state: now ? 'now' : readyAt === null || way.some((step) => step === state) ? 'ahead' : 'done',
    at: readyAt,
    text: chargingText(charging),
  }
}

/** Describes since when the instance is charged, and why if it is not simply ready. */
function chargingText(charging: Instance['charging']): string {
  if (charging === null) return chargingBegins
  if (charging.cause === 'ready') return 'charged per second from here'
  return `charged since ${formatExact(charging.since)}, when ${chargingReason(charging.cause)}`
}

function afterSteps(instance: Instance): Step[] {
  const { state, reason } = instance
  const why = reason?.text ?? ''
  if (state === 'stopping') return [{ name: 'Stopping', state: 'now', at: null, text: why }]
  if (state === 'stopped') {
    const text = why || 'the disk is kept'
    return [{ name: 'Stopped', state: 'now', at: instance.stopped_at, text }]
  }
  if (state === 'destroyed') {
    const text = why || 'container and disk deleted'
    return [{ name: 'Destroyed', state: 'now', at: instance.destroyed_at, text }]
  }
  if (state === 'lost') {
    return [
      {
        name: 'Lost',
        state: 'failed',
        at: instance.last_seen_at,
        text: why || 'its machine is offline',
      },
    ]
  }
  if (state === 'failed' && instance.ready_at !== null) {
    return [{ name: 'Failed', state: 'failed', at: instance.stopped_at, text: why }]
  }
  return []
}
