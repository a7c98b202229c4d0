import type { RenderJob } from '@gridloom/contract/rendering/job'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Status } from './instance-status.ts'

/** Returns a render job's state as a word with its tone; waiting for a machine or for funds is a warning. */
export function renderStatus({ state, reason, frames_failed: failed }: JobStatusInput): Status {
  switch (state) {
    case 'draft':
      return { tone: 'idle', word: 'Draft' }
    case 'testing':
      if (reason?.code === 'frames_held') return waitsForYou
      return reason?.code === 'no_machine' ? waitsForMachine : { tone: 'busy', word: 'Testing' }
    case 'tested':
      return { tone: 'idle', word: 'Tested' }
    case 'rendering':
      if (reason?.code === 'frames_held') return waitsForYou
      return reason?.code === 'no_machine' ? waitsForMachine : { tone: 'busy', word: 'Rendering' }
    case 'paused':
      return { tone: 'warn', word: 'Paused' }
    case 'completed':
      return failed > 0
        ? { tone: 'warn', word: 'Completed with failures' }
        : { tone: 'good', word: 'Completed' }
    case 'cancelled':
      return { tone: 'idle', word: 'Cancelled' }
    default:
      return assertNever(state)
  }
}

const waitsForMachine = { tone: 'warn', word: 'Waiting for a machine' } as const
const waitsForYou = { tone: 'warn', word: 'Needs your decision' } as const

export type JobStatusInput = Pick<RenderJob, 'state' | 'reason' | 'frames_failed'>

/** Returns the page of a job: its settings until it is started, then its frames. */
export function renderWay({ taskId, state }: Pick<RenderJob, 'taskId' | 'state'>) {
  const to = isConfigured(state) ? '/render/process/$id' : '/render/config/$id'
  return { to, params: { id: taskId } } as const
}

/** Whether a job was started, so that its settings are final. */
export function isConfigured(state: RenderJob['state']): boolean {
  return state !== 'draft' && state !== 'testing' && state !== 'tested'
}
