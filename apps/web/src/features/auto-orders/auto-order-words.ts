import type {
  AutoOrder,
  AutoOrderInstance,
  AutoOrderState,
} from '@gridloom/contract/auto-orders/auto-order'
import type { Tone } from '../../ui/components/status-badge.tsx'

const states: Readonly<Record<AutoOrderState, { tone: Tone; word: string }>> = {
  waiting: { tone: 'busy', word: 'Waiting' },
  paused: { tone: 'idle', word: 'Paused' },
  completed: { tone: 'good', word: 'Completed' },
  expired: { tone: 'idle', word: 'Expired' },
}

/** The state of an automatic order, as a badge; a pause that its user did not ask for needs attention. */
export function autoOrderStatus({ state, pause }: Pick<AutoOrder, 'state' | 'pause'>) {
  const status = states[state]
  return pause === null || pause === 'user' ? status : { ...status, tone: 'warn' as const }
}

/** The state of an instance that it rented, in a word. */
export function rentedWord({ state, failure }: AutoOrderInstance): string {
  const word = `${state[0]?.toUpperCase()}${state.slice(1)}`
  return failure === null || state !== 'failed' ? word : `${word}: ${failure.replaceAll('_', ' ')}`
}

/** Whether it may still rent: then it can be paused, resumed or changed without more limits. */
export function isOpen({ state }: Pick<AutoOrder, 'state'>): boolean {
  return state === 'waiting' || state === 'paused'
}
