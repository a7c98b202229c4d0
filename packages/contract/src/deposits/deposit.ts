import { z } from 'zod'
import { AccountId, DepositId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'
import { TokenAmount } from '../wallet/token.ts'

/** When a block counts as final: by the chain's own tag, or with so many confirmations (the block itself is the first). */
export const Finality = z.union([z.literal('finalized'), z.int().min(1).max(200)])
export type Finality = z.infer<typeof Finality>

/**
 * `seen`: in the newest block. `confirming`: blocks follow it. `credited`: final, and in the balance. `orphaned`: its block
 * left the chain; a credit was taken back. `rejected`: final and not credited, see `rejection`.
 */
export const DepositState = z.enum(['seen', 'confirming', 'credited', 'orphaned', 'rejected'])
export type DepositState = z.infer<typeof DepositState>

/**
 * Why a deposit is not credited and left to the operator. `less_arrived`: the address received less than the token
 * reported. `unverified`: what arrived could not be read in time. `not_booked`: the ledger refused it, as of an account
 * that it does not have. Payments in a chain's coin: `unknown_quote`: no quote has this number. `other_chain`: the quote
 * is of another chain. `other_payer`: the quote is for another address. `quote_used`: another payment was credited for
 * it. `amount_differs`: far more was paid than quoted.
 */
export const DepositRejection = z.enum([
  'wrong_token',
  'below_minimum',
  'dust',
  'too_large',
  'less_arrived',
  'unverified',
  'account_closed',
  'not_booked',
  'unknown_quote',
  'other_chain',
  'other_payer',
  'quote_used',
  'amount_differs',
])
export type DepositRejection = z.infer<typeof DepositRejection>

const facts = {
  id: DepositId,
  chain_id: ChainId,
  chain_name: z.string(),
  /** Of the chain's own coin: 0xeeee… (ERC-7528). */
  token: EvmAddress,
  /** `null`: a token that is not credited. */
  token_symbol: z.string().nullable(),
  token_decimals: z.int().nullable(),
  /** The deposit address; of the chain's own coin, the contract that took the payment. */
  address: EvmAddress,
  from: EvmAddress,
  /** In the smallest unit of the token. */
  amount: TokenAmount,
  /** What was credited; `null`: nothing, or not yet. */
  credited_micro_usd: MicroUsd.nullable(),
  state: DepositState,
  rejection: DepositRejection.nullable(),
  transaction_hash: z.string(),
  /** The transaction's page; `null`: the chain has no block explorer. */
  explorer_url: z.string().nullable(),
  block_height: z.int(),
  confirmations: z.int(),
  /** `null`: it waits for the chain to call its block final. */
  confirmations_needed: z.int().nullable(),
  seen_at: Timestamp,
  credited_at: Timestamp.nullable(),
} as const

/** A transfer of a token to a deposit address, or a payment in the coin of a chain. */
export const Deposit = z.strictObject(facts)
export type Deposit = z.infer<typeof Deposit>

/** The same, as the operator sees it. `account_id` is `null` for a payment without a known quote. */
export const OperatorDeposit = z.strictObject({ ...facts, account_id: AccountId.nullable() })
export type OperatorDeposit = z.infer<typeof OperatorDeposit>
