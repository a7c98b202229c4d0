import { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type { Payout, Payouts } from '@gridloom/contract/payouts/payout'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { sampleId, secondsBefore } from './samples.ts'

export const payoutAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const words = ['casual', 'harbor', 'winter', 'olive']
const token = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

export const aPayoutSource = {
  ...{ chain_id: 56, chain_name: 'BNB Smart Chain', token, symbol: 'USDX' },
  approve_above_micro_usd: 1_000_000_000,
}

/** A payout of $1,500 that waits for two operators. */
export function aPayout(changes: object = {}): Payout {
  return {
    id: PayoutId.parse(sampleId('pyo', 1)),
    state: 'requested',
    chain_id: 56,
    chain_name: 'BNB Smart Chain',
    token,
    symbol: 'USDX',
    address: payoutAddress,
    address_words: words,
    micro_usd: 1_500_000_000,
    fee_micro_usd: 2_000,
    approvals: { given: 0, needed: 2 },
    waits_for: null,
    reason: null,
    tx_hash: null,
    explorer_url: null,
    requested_at: secondsBefore(60),
    ended_at: null,
    ...changes,
  }
}

/** $50 are payable, $12 in two days. */
export function somePayouts(changes: object = {}): Payouts {
  return {
    sources: [aPayoutSource],
    hold_days: 7,
    earned_micro_usd: 62_000_000,
    payable_micro_usd: 50_000_000,
    maturing: [{ at: '2026-12-05T00:00:00.000Z', micro_usd: 12_000_000 }],
    in_progress_micro_usd: 0,
    address: { address: payoutAddress, words },
    payouts: [],
    ...changes,
  }
}

export function anOperatorPayout(changes: object = {}): OperatorPayout {
  return {
    ...aPayout(),
    account_id: AccountId.parse(sampleId('acc', 1)),
    email: 'ada@example.com',
    payee: { name: 'Ada Lovelace', country: 'GB', tax_id: null },
    approved_by_me: false,
    ...changes,
  }
}
