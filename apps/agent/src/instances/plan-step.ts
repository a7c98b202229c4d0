import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { assertNever } from '@gridloom/domain/assert-never'

/** What the agent knows of an instance when it decides what to do next. */
export interface Observed {
  container: 'unknown' | 'absent' | 'created' | 'running' | 'exited'
  /** The restart number that the container was last started for. */
  startedRestart: number | undefined
  ready: boolean
  /** The machine is known to hold the image. */
  imageHeld: boolean
  /** Its last end was our doing. */
  stopAsked: boolean
  /** It failed or ended by itself while the spec was of this generation; only a newer one tries again. */
  endedGeneration: number | undefined
  /** Container, network and disk are deleted. */
  destroyed: boolean
  /** SSH keys in the container are not those of the spec. */
  staleKeys: boolean
  /** Those of this spec did not fit on its disk when they were last written. */
  keysUnfit: boolean
}

export type Step =
  | 'inspect'
  | 'fetch_image'
  | 'create'
  | 'start'
  | 'admit_keys'
  | 'await_ready'
  | 'stop'
  | 'conclude'
  | 'destroy'
  | 'rest'

/**
 * The one step that brings an instance nearer to its spec.
 *
 *     absent ─fetch_image→ absent ─create→ created ─start→ running ─await_ready→ running, ready  ⟲ admit_keys
 *       ▲                                    ▲               │ stop        │ ends by itself
 *       └──────────── destroy ───────────────┴──── start ── exited ◀───────┴─conclude→ ended
 */
export function nextStep(
  spec: Pick<InstanceSpec, 'desired' | 'generation' | 'restart'>,
  observed: Observed,
): Step {
  if (observed.destroyed) return 'rest'
  if (spec.desired === 'destroyed') return 'destroy'
  if (observed.container === 'unknown') return 'inspect'
  if (spec.desired === 'stopped') return observed.container === 'running' ? 'stop' : 'rest'
  const { endedGeneration } = observed
  if (endedGeneration !== undefined && endedGeneration >= spec.generation) {
    return observed.container === 'running' ? 'stop' : 'rest'
  }
  return stepToRunning(spec, observed)
}

function stepToRunning(spec: Pick<InstanceSpec, 'restart'>, observed: Observed): Step {
  switch (observed.container) {
    case 'absent':
      return observed.imageHeld ? 'create' : 'fetch_image'
    case 'created':
      return 'start'
    case 'exited':
      return observed.stopAsked || observed.endedGeneration !== undefined ? 'start' : 'conclude'
    case 'running':
      if ((observed.startedRestart ?? 0) < spec.restart) return 'stop'
      // Whoever is to make room on a full disk must get in first.
      if (observed.staleKeys && (observed.ready || !observed.keysUnfit)) return 'admit_keys'
      return observed.ready ? 'rest' : 'await_ready'
    case 'unknown':
      return 'inspect'
    default:
      return assertNever(observed.container)
  }
}
