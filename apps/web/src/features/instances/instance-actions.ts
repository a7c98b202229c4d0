import type { Instance } from '@gridloom/contract/instances/instance'

/** The actions that a renter can take on an instance in its present state. */
export interface PossibleActions {
  readonly start: boolean
  readonly stop: boolean
  readonly restart: boolean
  readonly destroy: boolean
  /** To another machine. */
  readonly move: boolean
  /** Whether a shell, a command or a port can be reached inside. */
  readonly reach: boolean
}

/** Returns the actions that make sense; the server decides. While it moves, only the move starts or ends it. */
export function possibleActions(instance: Instance): PossibleActions {
  const { state, desired, cluster, moving } = instance
  const wantsToRun = desired === 'running'
  const atRest = state === 'stopped' || state === 'failed'
  const gone = state === 'destroyed' || desired === 'destroyed'
  return {
    start: !moving && atRest && !gone,
    stop: !moving && wantsToRun && state !== 'stopped' && !gone && state !== 'failed',
    restart: !moving && state === 'running' && wantsToRun,
    destroy: !moving && !gone,
    move: !moving && !gone && cluster === null && (state === 'running' || state === 'stopped'),
    reach: state === 'running',
  }
}
