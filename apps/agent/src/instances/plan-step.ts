import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { assertNever } from '@gridloom/domain/assert-never'

/** The observed state of an instance, which decides its next step. */
export interface ObservedInstance {
  container: 'unknown' | 'absent' | 'created' | 'running' | 'exited'
  /** The restart number that the container was last started for. */
  startedRestart: number | undefined
  /** Whether it runs without a network. */
  offline: boolean
  ready: boolean
  /** Whether the image is known to be on the machine. */
  imageHeld: boolean
  /** Whether the agent itself caused its last end. */
  stopAsked: boolean
  /** Whether its container ended with its machine or engine, and it is to start again. */
  interrupted: boolean
  /** The generation of the spec when it failed or exited on its own; only a newer one is tried again. */
  endedGeneration: number | undefined
  /** Whether container, network and disk are deleted. */
  destroyed: boolean
  /** Whether the SSH keys in the container differ from those of the spec. */
  staleKeys: boolean
  /** Whether its programs do not know yet that it will be interrupted. */
  untold: boolean
  /** Whether the keys of this spec did not fit on the disk at the last write. */
  keysUnfit: boolean
}

export type Step =
  | 'inspect'
  | 'fetch_image'
  | 'create'
  | 'start'
  | 'admit_keys'
  | 'give_notice'
  | 'await_ready'
  | 'stop'
  | 'conclude'
  | 'destroy'
  | 'rest'

/**
 * Returns the one step that brings an instance nearer to its spec.
 *
 *     absent ─fetch_image→ absent ─create→ created ─start→ running ─await_ready→ running, ready  ⟲ admit_keys, give_notice
 *       ▲                                    ▲               │ stop        │ ends by itself
 *       └──────────── destroy ───────────────┴──── start ── exited ◀───────┴─conclude→ ended
 */
export function nextStep(
  spec: Pick<InstanceSpec, 'desired' | 'generation' | 'restart'>,
  observed: ObservedInstance,
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

function stepToRunning(spec: Pick<InstanceSpec, 'restart'>, observed: ObservedInstance): Step {
  switch (observed.container) {
    case 'absent':
      return observed.imageHeld ? 'create' : 'fetch_image'
    case 'created':
      return 'start'
    case 'exited':
      return isToStartAgain(observed) ? 'start' : 'conclude'
    case 'running':
      if (observed.offline || (observed.startedRestart ?? 0) < spec.restart) return 'stop'
      if (observed.untold) return 'give_notice'
      // On a full disk the instance must become ready first, so that its renter can make room.
      if (observed.staleKeys && (observed.ready || !observed.keysUnfit)) return 'admit_keys'
      return observed.ready ? 'rest' : 'await_ready'
    case 'unknown':
      return 'inspect'
    default:
      return assertNever(observed.container)
  }
}

function isToStartAgain({ stopAsked, interrupted, endedGeneration }: ObservedInstance): boolean {
  return stopAsked || interrupted || endedGeneration !== undefined
}
