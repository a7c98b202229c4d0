import { z } from 'zod'
import { PayoutId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'
import { MaskedIban, PayoutFileNumber } from './bank-account.ts'
import { StripeAccountNumber, StripeTransferId } from './stripe-account.ts'

/**
 * `requested`: operators must approve it. `approved`: it is sent soon. `signed`, `broadcast`: its transaction is on the way.
 * `in_file`: it is in a file for the operator's bank. `sending`: Stripe is asked for its transfer. `confirmed`: paid.
 * `rejected` by an operator, `cancelled` by the user, `failed` on the chain, returned by the bank or refused or reversed at
 * Stripe: the money is back in the earnings.
 */
export const PayoutState = z.enum([
  'requested',
  'approved',
  'in_file',
  'signed',
  'broadcast',
  'sending',
  'confirmed',
  'rejected',
  'cancelled',
  'failed',
])
export type PayoutState = z.infer<typeof PayoutState>

/**
 * Why nothing is sent at present. `nonce_used`: another program sent from the platform's address; the operator must look.
 * `allowance`: the batch contract is being allowed to move the tokens. `wrong_contract`: it is another contract.
 * `unclear`: a batch is in a block, and neither paid nor failed for a payout; the operator must look.
 */
export const PayoutWait = z.enum([
  'gas_price',
  'not_covered',
  'no_gas',
  'daily_cap',
  'chain_down',
  'chain_stalled',
  'wrong_token',
  'nonce_used',
  'stripe_down',
  'allowance',
  'wrong_contract',
  'unclear',
])
export type PayoutWait = z.infer<typeof PayoutWait>

/** Four words that stand for an address (docs/payouts.md). */
export const AddressWords = z
  .array(z.string().max(20))
  .length(4)
  .meta({ examples: [['casual', 'harbor', 'winter', 'olive']] })

/** The hash of a transaction. */
export const TransactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ examples: [`0x${'5c'.repeat(32)}`] })

const payoutBase = {
  id: PayoutId,
  state: PayoutState,
  /** What leaves the earnings. */
  micro_usd: MicroUsd,
  /** Of `micro_usd`; the rest arrives. */
  fee_micro_usd: MicroUsd,
  /** Of two operators; zero where no approval is needed. */
  approvals: z.strictObject({ given: z.int(), needed: z.int() }),
  /** Why it is not sent yet. */
  waits_for: PayoutWait.nullable(),
  /** Why it was rejected or failed. */
  reason: z.string().nullable(),
  requested_at: Timestamp,
  ended_at: Timestamp.nullable(),
}

/** As a stablecoin, to a wallet. */
export const WalletPayout = z.strictObject({
  ...payoutBase,
  method: z.literal('wallet'),
  chain_id: ChainId,
  chain_name: z.string(),
  token: EvmAddress,
  symbol: z.string(),
  /** Fixed when the payout was requested. */
  address: EvmAddress,
  address_words: AddressWords,
  tx_hash: TransactionHash.nullable(),
  /** How many payouts its transaction pays; `null`: it has none yet, or pays this one alone. */
  batch_payouts: z.int().nullable(),
  /** The page of the transaction; `null`: none is configured, or none was sent. */
  explorer_url: z.string().nullable(),
})
export type WalletPayout = z.infer<typeof WalletPayout>

/** In US dollars, to a bank account. */
export const BankPayout = z.strictObject({
  ...payoutBase,
  method: z.literal('bank'),
  /** Fixed when the payout was requested. */
  iban: MaskedIban,
  holder: z.string(),
  /** The file for the operator's bank that it is in. */
  file_number: PayoutFileNumber.nullable(),
})
export type BankPayout = z.infer<typeof BankPayout>

/** In US dollars, by a transfer to an account at Stripe. */
export const StripePayout = z.strictObject({
  ...payoutBase,
  method: z.literal('stripe'),
  /** Fixed when the payout was requested. */
  stripe_account: StripeAccountNumber,
  transfer_id: StripeTransferId.nullable(),
})
export type StripePayout = z.infer<typeof StripePayout>

export const Payout = z.discriminatedUnion('method', [WalletPayout, BankPayout, StripePayout])
export type Payout = z.infer<typeof Payout>

/** A stablecoin that payouts are made in. */
export const WalletSource = z.strictObject({
  method: z.literal('wallet'),
  chain_id: ChainId,
  chain_name: z.string(),
  token: EvmAddress,
  symbol: z.string(),
  /** Above it, two operators approve a payout. */
  approve_above_micro_usd: MicroUsd,
})

/** The bank account of the operator that payouts are made from, in US dollars. */
export const BankSource = z.strictObject({
  method: z.literal('bank'),
  approve_above_micro_usd: MicroUsd,
})

/** The platform's balance at Stripe, in US dollars. */
export const StripeSource = z.strictObject({
  method: z.literal('stripe'),
  approve_above_micro_usd: MicroUsd,
})

export const PayoutSource = z.discriminatedUnion('method', [WalletSource, BankSource, StripeSource])
export type PayoutSource = z.infer<typeof PayoutSource>

const microUsd = MicroUsd.min(1).max(1_000_000_000_000)

const order = {
  micro_usd: microUsd,
  /** The fee that was shown; a higher one is refused. */
  fee_micro_usd: MicroUsd.min(0),
}

/** A payout to a bank or by Stripe is in whole cents. */
export const NewPayout = z.discriminatedUnion('method', [
  z.strictObject({
    ...{ method: z.literal('wallet'), chain_id: ChainId, token: EvmAddress, ...order },
  }),
  z.strictObject({ method: z.literal('bank'), ...order }),
  z.strictObject({ method: z.literal('stripe'), ...order }),
])
export type NewPayout = z.infer<typeof NewPayout>

/** Of a wallet: the chain and the token. */
export const PayoutQuoteQuery = z.strictObject({
  method: z.enum(['wallet', 'bank', 'stripe']),
  chain_id: z.coerce.number().pipe(ChainId).optional(),
  token: EvmAddress.optional(),
})
export type PayoutQuoteQuery = z.infer<typeof PayoutQuoteQuery>

/** The fee of a payout, on a chain at its present price. */
export const PayoutQuote = z.strictObject({
  fee_micro_usd: MicroUsd,
  /** Added to it: this many hundredths of a percent of the amount, rounded up to a cent. */
  fee_basis_points: z.int(),
  /** The least amount, so that the fee stays small. */
  minimum_micro_usd: MicroUsd,
  as_of: Timestamp,
})
export type PayoutQuote = z.infer<typeof PayoutQuote>

export const Payouts = z.strictObject({
  /** Empty: payouts are not set up here. */
  sources: z.array(PayoutSource),
  /** For how many days earnings are held, without a trust score. */
  hold_days: z.int(),
  /** Earnings, without those of welcome credit and without payouts in progress. */
  earned_micro_usd: MicroUsd,
  payable_micro_usd: MicroUsd,
  maturing: z.array(z.strictObject({ at: Timestamp, micro_usd: MicroUsd })),
  /** In payouts that have not ended. */
  in_progress_micro_usd: MicroUsd,
  /** The address that payouts go to now; `null`: none is in effect. */
  address: z.strictObject({ address: EvmAddress, words: AddressWords }).nullable(),
  /** The bank account that payouts go to now; `null`: none is in effect. */
  bank_account: z.strictObject({ iban: MaskedIban, holder: z.string() }).nullable(),
  /** The account at Stripe that payouts go to now; `null`: none is ready and in effect. */
  stripe_account: StripeAccountNumber.nullable(),
  /** Newest first, at most 200. */
  payouts: z.array(Payout),
})
export type Payouts = z.infer<typeof Payouts>
