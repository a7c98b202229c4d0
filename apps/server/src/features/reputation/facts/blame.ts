import type { InstanceEventCause } from '@gridloom/contract/instances/events'
import type { EvidenceCause } from '@gridloom/contract/reputation/evidence'

/** Failures of a start that are the machine's, whatever it was to start. */
const ofMachine: Partial<Record<InstanceEventCause, EvidenceCause>> = {
  gpu_missing: 'gpu_missing',
  engine_unreachable: 'engine_failed',
  not_isolated: 'not_isolated',
  disk_lost: 'disk_lost',
  machine_removed: 'machine_removed',
}

/**
 * Failures that an image can cause, and a machine that wants to hide its own. Of a template that starts
 * everywhere else, they are the machine's.
 */
const ofMachineOrImage: ReadonlySet<InstanceEventCause> = new Set([
  'create_refused',
  'start_failed',
  'readiness_timeout',
  'exited',
])

/** Returns the machine's fault in a failed start; `null`: it is the image's, the renter's or nobody's. Pure. */
export function blameForStart(
  cause: InstanceEventCause | null,
  template: 'starts_anywhere' | 'custom',
): EvidenceCause | null {
  if (cause === null) return null
  const own = ofMachine[cause]
  if (own !== undefined) return own
  return template === 'starts_anywhere' && ofMachineOrImage.has(cause) ? 'start_failed' : null
}

/** Failures that end a rental through the machine's fault. */
const endings: Partial<Record<InstanceEventCause, EvidenceCause>> = {
  disk_lost: 'disk_lost',
  machine_removed: 'machine_removed',
  gpu_missing: 'gpu_missing',
}

/** Returns the machine's fault in the end of a rental that had begun; `null`: it has none. Pure. */
export function blameForEnd(cause: InstanceEventCause | null): EvidenceCause | null {
  return cause === null ? null : (endings[cause] ?? null)
}
