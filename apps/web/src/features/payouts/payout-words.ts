import type { Payout, PayoutState, PayoutWait } from '@gridloom/contract/payouts/payout'
import type { Tone } from '../../ui/components/status-badge.tsx'

const states: Readonly<Record<PayoutState, { tone: Tone; word: string }>> = {
  requested: { tone: 'busy', word: 'Awaiting approval' },
  approved: { tone: 'busy', word: 'To be sent' },
  in_file: { tone: 'busy', word: 'With the bank' },
  signed: { tone: 'busy', word: 'Being sent' },
  broadcast: { tone: 'busy', word: 'Sent, unconfirmed' },
  sending: { tone: 'busy', word: 'Being sent' },
  confirmed: { tone: 'good', word: 'Paid' },
  rejected: { tone: 'bad', word: 'Rejected' },
  cancelled: { tone: 'idle', word: 'Cancelled' },
  failed: { tone: 'bad', word: 'Failed' },
}

/** The state of a payout, as a badge. */
export function payoutStatus({ state }: Pick<Payout, 'state'>): { tone: Tone; word: string } {
  return states[state]
}

const waits: Readonly<Record<PayoutWait, string>> = {
  gas_price: 'Waits until fees of the chain fall',
  not_covered: 'Waits until the platform’s wallet is refilled',
  no_gas: 'Waits until the platform’s wallet is refilled',
  daily_cap: 'Waits for tomorrow: the daily limit is reached',
  chain_down: 'Waits until the chain responds',
  chain_stalled: 'Waits until the chain has new blocks',
  wrong_token: 'Waits for the operator',
  nonce_used: 'Waits for the operator',
  stripe_down: 'Waits until Stripe responds',
  allowance: 'Waits a few minutes: the chain confirms an allowance first',
  wrong_contract: 'Waits for the operator',
  unclear: 'Waits for the operator',
}

/** Why a payout is not there yet, or did not get there. `undefined`: nothing to say. */
export function payoutNote(payout: Payout): string | undefined {
  const { state, approvals, waits_for: wait, reason } = payout
  if (reason !== null) return `${reason}. The money is back in your earnings.`
  if (state === 'requested') return `${approvals.given} of ${approvals.needed} operators approved`
  if (payout.method === 'bank')
    return state === 'approved' ? 'Waits for the operator’s next bank file' : undefined
  if (payout.method === 'stripe' && wait === 'not_covered')
    return 'Waits until the platform’s balance at Stripe is refilled'
  return wait === null ? undefined : waits[wait]
}

const operatorWaits: Readonly<Record<PayoutWait, string>> = {
  gas_price: 'Gas costs more than maxFeeGwei',
  not_covered: 'Send tokens to the sender',
  no_gas: 'Send coins for gas to the sender',
  daily_cap: 'dailyCapUsd is reached',
  chain_down: 'The chain is not responding',
  chain_stalled: 'The chain has no new blocks',
  wrong_token: 'The contract has other decimals: correct PAYOUTS',
  nonce_used: 'Something else sent from the address: compare its transactions',
  stripe_down: 'Stripe is not responding, or refuses the key',
  allowance: 'The batch contract is being allowed to move the tokens',
  wrong_contract: 'batchContract is another contract: correct PAYOUTS',
  unclear: 'A transaction is in a block without the whole transfer of a payout: compare it',
}

/** Why nothing is sent, and what an operator does about it. */
export function operatorWait(wait: PayoutWait): string {
  return operatorWaits[wait]
}
