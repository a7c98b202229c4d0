import type { Instance } from '@gridloom/contract/instances/instance'

/** What a renter can do with an instance as it is now. */
export interface Possible {
  readonly start: boolean
  readonly stop: boolean
  readonly restart: boolean
  readonly destroy: boolean
  /** A shell, a command or a port can be reached inside. */
  readonly reach: boolean
}

/** Which actions make sense; the server has the last word. */
export function possibleActions({ state, desired }: Instance): Possible {
  const wantsToRun = desired === 'running'
  const atRest = state === 'stopped' || state === 'failed'
  const gone = state === 'destroyed' || desired === 'destroyed'
  return {
    start: atRest && !gone,
    stop: wantsToRun && state !== 'stopped' && !gone && state !== 'failed',
    restart: state === 'running' && wantsToRun,
    destroy: !gone,
    reach: state === 'running',
  }
}
