import type { GaslessState } from '@gridloom/contract/deposits/gasless'

type Moves = Readonly<Record<GaslessState, readonly GaslessState[]>>

/**
 * The closed table of a gasless payment's moves.
 *
 *  unsigned ──▶ received ──▶ sent ──▶ mined ──▶ sent: its block left the chain
 *                 │  ▲        │ └──────▶ failed, expired
 *                 │  └────────┘  the permit is mined and the transfer follows, or the nonce was lost
 *                 └──▶ failed, expired, mined: another program sent what the payer signed
 */
export const gaslessMoves = {
  unsigned: ['received'],
  received: ['sent', 'mined', 'failed', 'expired'],
  sent: ['received', 'mined', 'failed', 'expired'],
  mined: ['sent'],
  failed: [],
  expired: [],
} as const satisfies Moves

/** Whether a gasless payment may move so. */
export function canMoveGasless(from: GaslessState, to: GaslessState): boolean {
  const next: readonly GaslessState[] = gaslessMoves[from]
  return next.includes(to)
}
