import { z } from 'zod'
import { AccountId } from '../core/ids.ts'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'
import { MaskedIban } from './bank-account.ts'
import { BankPayout, PayoutWait, StripePayout, TransactionHash, WalletPayout } from './payout.ts'
import { Payee } from './settings.ts'

const seenByOperators = {
  account_id: AccountId,
  /** Of a company, those of its owners and admins, with commas. Empty: the account is closed. */
  email: z.string(),
  /** The name of the company that is paid; `null`: a user. */
  company: z.string().nullable(),
  payee: Payee.nullable(),
  /** Whether the caller approved it. */
  approved_by_me: z.boolean(),
  /**
   * Why an operator must say what became of it; else `null`. `nonce_used`: the chain has another transaction in its
   * place. `unclear`: its transaction moved another amount.
   */
  unresolved: z.enum(['nonce_used', 'unclear']).nullable(),
}

/** A payout as operators see it. */
export const OperatorPayout = z.discriminatedUnion('method', [
  WalletPayout.extend(seenByOperators),
  BankPayout.extend(seenByOperators),
  StripePayout.extend(seenByOperators),
])
export type OperatorPayout = z.infer<typeof OperatorPayout>

/** What an operator found on the chain. `reason` is told to the payee. */
export const PayoutResolution = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('paid'), tx_hash: TransactionHash }),
  z.strictObject({
    outcome: z.literal('not_paid'),
    reason: PlainLine.min(1, 'Reason is required').max(400),
  }),
])
export type PayoutResolution = z.infer<typeof PayoutResolution>

/** What one stablecoin of the platform holds. */
export const TreasurySource = z.strictObject({
  chain_id: ChainId,
  chain_name: z.string(),
  token: EvmAddress,
  symbol: z.string(),
  /** The address that payouts are sent from. */
  sender: EvmAddress,
  /** The contract that pays several payouts in one transaction; `null`: none is configured. */
  batch_contract: EvmAddress.nullable(),
  /** What it holds of the token, read from the chain; `null`: the chain is not responding. */
  held_micro_usd: MicroUsd.nullable(),
  /** What it holds of the chain's coin, for gas, in its smallest unit. */
  coin_units: z.string().nullable(),
  /** Payouts in progress in this token. */
  in_progress_micro_usd: MicroUsd,
  /** Whether it covers them. */
  covered: z.boolean(),
  waits_for: PayoutWait.nullable(),
})
export type TreasurySource = z.infer<typeof TreasurySource>

/** The platform's balance at Stripe, which payouts by Stripe are made from. */
export const StripeTreasury = z.strictObject({
  /** What can be transferred now; `null`: Stripe is not responding. */
  available_micro_usd: MicroUsd.nullable(),
  in_progress_micro_usd: MicroUsd,
  /** Whether it covers payouts in progress. */
  covered: z.boolean(),
  waits_for: PayoutWait.nullable(),
})

export const Treasury = z.strictObject({
  sources: z.array(TreasurySource),
  /** The bank account that payouts are made from; its balance is not known here. `null`: none is configured. */
  bank: z
    .strictObject({
      iban: MaskedIban,
      /** Payouts in progress to bank accounts, in a file or waiting for one. */
      in_progress_micro_usd: MicroUsd,
    })
    .nullable(),
  /** `null`: payouts by Stripe are not configured. */
  stripe: StripeTreasury.nullable(),
  /** All earnings that providers have, without welcome credit. */
  earned_micro_usd: MicroUsd,
  in_progress_micro_usd: MicroUsd,
  /** What all sources hold; `null`: one of them could not be read. */
  held_micro_usd: MicroUsd.nullable(),
  /** Whether that covers earnings and payouts in progress, those to banks and by Stripe aside, which have balances of their own. */
  covered: z.boolean(),
  as_of: Timestamp,
})
export type Treasury = z.infer<typeof Treasury>
