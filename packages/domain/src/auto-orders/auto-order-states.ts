import type { AutoOrderState } from '@gridloom/contract/auto-orders/auto-order'

type Moves = Readonly<Record<AutoOrderState, readonly AutoOrderState[]>>

/**
 * The closed table of an automatic order's moves.
 *
 *  waiting ──▶ completed   all its instances are rented; a higher number: waiting again
 *     │ ▲ ├──▶ expired     its end date has passed; a later one: waiting again
 *     ▼ │ ▼
 *    paused ──▶ completed, expired: by a lower number, or at its end date
 */
export const autoOrderMoves = {
  waiting: ['paused', 'completed', 'expired'],
  paused: ['waiting', 'completed', 'expired'],
  completed: ['waiting', 'paused', 'expired'],
  expired: ['waiting', 'paused', 'completed'],
} as const satisfies Moves

interface ChangedOrder {
  readonly state: AutoOrderState
  readonly placed: number
  readonly instancesMax: number
  readonly endsAt: Date
  /** Whether its user paused or resumed it with the change. */
  readonly paused: boolean | undefined
}

/** The state after a change by its user: what is completed or expired waits again when its limits allow more. */
export function stateAfterChange(
  { state, placed, instancesMax, endsAt, paused }: ChangedOrder,
  now: Date,
): AutoOrderState {
  if (placed >= instancesMax) return 'completed'
  if (endsAt <= now) return 'expired'
  if (paused !== undefined) return paused ? 'paused' : 'waiting'
  return state === 'paused' ? 'paused' : 'waiting'
}
