import type { Instance } from '@gridloom/contract/instances/instance'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Tone } from '../../ui/components/status-badge.tsx'

export interface Status {
  tone: Tone
  word: string
}

/** Returns an instance's state as a word with its tone. Running is good only when it is ready. */
export function instanceStatus({ state, ready }: Pick<Instance, 'state' | 'ready'>): Status {
  switch (state) {
    case 'requested':
      return { tone: 'busy', word: 'Requested' }
    case 'pulling':
      return { tone: 'busy', word: 'Pulling' }
    case 'creating':
      return { tone: 'busy', word: 'Creating' }
    case 'starting':
      return { tone: 'busy', word: 'Starting' }
    case 'running':
      return ready ? { tone: 'good', word: 'Running' } : { tone: 'busy', word: 'Getting ready' }
    case 'stopping':
      return { tone: 'busy', word: 'Stopping' }
    case 'stopped':
      return { tone: 'idle', word: 'Stopped' }
    case 'destroyed':
      return { tone: 'idle', word: 'Destroyed' }
    case 'failed':
      return { tone: 'bad', word: 'Failed' }
    case 'lost':
      return { tone: 'warn', word: 'Lost' }
    default:
      return assertNever(state)
  }
}
