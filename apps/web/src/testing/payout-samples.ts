import { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type {
  BankPayout,
  Payouts,
  StripePayout,
  WalletPayout,
} from '@gridloom/contract/payouts/payout'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { sampleId, secondsBefore } from './samples.ts'

export const payoutAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const words = ['casual', 'harbor', 'winter', 'olive']
const token = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

export const aPayoutSource = {
  method: 'wallet',
  ...{ chain_id: 56, chain_name: 'BNB Smart Chain', token, symbol: 'USDX' },
  approve_above_micro_usd: 1_000_000_000,
} as const

export const aStripeSource = { method: 'stripe', approve_above_micro_usd: 1_000_000_000 } as const

export const aBankSource = { method: 'bank', approve_above_micro_usd: 1_000_000_000 } as const

/** A payout of $1,500 that waits for two operators. */
export function aPayout(changes: object = {}): WalletPayout {
  return {
    method: 'wallet',
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
    batch_payouts: null,
    explorer_url: null,
    requested_at: secondsBefore(60),
    ended_at: null,
    ...changes,
  }
}

/** A payout of $80 that is in a file for the bank. */
export function aBankPayout(changes: object = {}): BankPayout {
  return {
    id: PayoutId.parse(sampleId('pyo', 3)),
    state: 'in_file',
    method: 'bank',
    iban: 'GB29 … 6819',
    holder: 'Ada Lovelace',
    file_number: 12,
    micro_usd: 80_000_000,
    fee_micro_usd: 500_000,
    approvals: { given: 0, needed: 0 },
    waits_for: null,
    reason: null,
    requested_at: secondsBefore(60),
    ended_at: null,
    ...changes,
  }
}

/** A payout of $80 that Stripe is asked for. */
export function aStripePayout(changes: object = {}): StripePayout {
  return {
    id: PayoutId.parse(sampleId('pyo', 4)),
    state: 'sending',
    method: 'stripe',
    stripe_account: 'acct_1QxExample2Nd',
    transfer_id: null,
    micro_usd: 80_000_000,
    fee_micro_usd: 450_000,
    approvals: { given: 0, needed: 0 },
    waits_for: null,
    reason: null,
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
    bank_account: null,
    stripe_account: null,
    payouts: [],
    ...changes,
  }
}

const seenByOperators = {
  account_id: AccountId.parse(sampleId('acc', 1)),
  email: 'ada@example.com',
  company: null,
  payee: { name: 'Ada Lovelace', country: 'GB', tax_id: null },
  approved_by_me: false,
  unresolved: null,
}

export function anOperatorPayout(changes: object = {}): OperatorPayout {
  return { ...aPayout(), ...seenByOperators, ...changes }
}

export function anOperatorBankPayout(changes: object = {}): OperatorPayout {
  return { ...aBankPayout(), ...seenByOperators, ...changes }
}
