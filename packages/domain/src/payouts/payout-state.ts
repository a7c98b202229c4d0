import type { PayoutState } from '@gridloom/contract/payouts/payout'

/** The states that follow each state of a payout. */
const next: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  requested: ['approved', 'rejected', 'cancelled'],
  approved: ['signed', 'in_file', 'sending', 'rejected', 'failed'],
  // From here on a transaction may be on the chain: only the chain ends it.
  signed: ['broadcast'],
  broadcast: ['confirmed', 'failed'],
  // From here on the operator's bank may have it: only the operator's word on what it did ends it.
  in_file: ['confirmed', 'failed'],
  // From here on Stripe may have the transfer: only its answer ends it, or says that none was made.
  sending: ['approved', 'confirmed', 'failed'],
  confirmed: [],
  rejected: [],
  cancelled: [],
  failed: [],
}

/** Whether a payout may pass from one state to another. */
export function mayBecome(from: PayoutState, to: PayoutState): boolean {
  return next[from].includes(to)
}

/** The states in which the money is neither paid out nor returned. */
export const openPayoutStates = [
  'requested',
  'approved',
  'in_file',
  'signed',
  'broadcast',
  'sending',
] as const

/** The states in which a signed transaction exists whose end is unknown. */
export const sentPayoutStates = ['signed', 'broadcast'] as const

/** How many operators must approve a payout: two above the limit, none up to it. */
export function approvalsNeeded(microUsd: number, approveAbove: number): 0 | 2 {
  return microUsd > approveAbove ? 2 : 0
}
