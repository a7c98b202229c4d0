import type { DepositState } from '@gridloom/contract/deposits/deposit'

type Moves = Readonly<Record<DepositState, readonly DepositState[]>>

/**
 * The closed table of a deposit's moves.
 *
 *  seen ──▶ confirming ──▶ credited ──┐
 *    │          │  └─────▶ rejected ──┤   its block left the chain
 *    └──────────┴─────────────────────┴──▶ orphaned ──▶ seen: its transaction is in another block
 */
export const depositMoves = {
  seen: ['confirming', 'credited', 'rejected', 'orphaned'],
  confirming: ['credited', 'rejected', 'orphaned'],
  credited: ['orphaned'],
  rejected: ['orphaned'],
  orphaned: ['seen'],
} as const satisfies Moves

/** Whether a deposit may move so. */
export function canMove(from: DepositState, to: DepositState): boolean {
  const next: readonly DepositState[] = depositMoves[from]
  return next.includes(to)
}
