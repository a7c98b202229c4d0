import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { Chain } from '../wallet/chain.ts'
import { CoinOffer } from './coin-quote.ts'
import { Finality, OperatorDeposit } from './deposit.ts'
import { GaslessOffer, Relayer } from './gasless.ts'

/** A stablecoin that is credited one to one. */
export const DepositToken = z.strictObject({
  address: EvmAddress,
  symbol: z.string(),
  decimals: z.int(),
  /** `null`: it cannot be paid by a signature alone, or not now. */
  gasless: GaslessOffer.nullable(),
})
export type DepositToken = z.infer<typeof DepositToken>

/** A chain on which deposits are accepted. */
export const DepositChain = z.strictObject({
  chain: Chain,
  tokens: z.array(DepositToken),
  /** `null`: the chain's own coin is not accepted, or not now. */
  coin: CoinOffer.nullable(),
  finality: Finality,
  minimum_micro_usd: MicroUsd,
  /** The deposit address of the active account; `null`: it has none yet. */
  address: EvmAddress.nullable(),
  /** `stalled`: it has no new blocks. `unavailable`: its contracts were not verified yet, so that no address is given. */
  status: z.enum(['ready', 'unreachable', 'stalled', 'unavailable']),
  /** Since when it is unreachable or stalled. */
  unreachable_since: Timestamp.nullable(),
})
export type DepositChain = z.infer<typeof DepositChain>

/** What stops or delays the deposits of a chain. */
export const DepositAlarm = z.enum([
  'unreachable',
  'endpoints_disagree',
  'contracts_differ',
  'decimals_differ',
  'reorg_too_deep',
  'block_too_large',
  'chain_stalled',
])
export type DepositAlarm = z.infer<typeof DepositAlarm>

/** How far the watcher of a chain is. */
export const WatchedChain = z.strictObject({
  chain: Chain,
  treasury: EvmAddress,
  factory: EvmAddress,
  /** Up to where blocks were read, and up to where deposits were decided; `null`: not started. */
  scanned_height: z.int().nullable(),
  settled_height: z.int().nullable(),
  head_height: z.int().nullable(),
  reached_at: Timestamp.nullable(),
  alarm: DepositAlarm.nullable(),
  alarm_detail: z.string().nullable(),
  alarm_since: Timestamp.nullable(),
  /** `null`: no relayer is configured. */
  relayer: Relayer.nullable(),
})
export type WatchedChain = z.infer<typeof WatchedChain>

/** Deposits as the operator sees them. */
export const OperatorDeposits = z.strictObject({
  chains: z.array(WatchedChain),
  /** Rejected and reversed ones, newest first. */
  deposits: z.array(OperatorDeposit),
})
export type OperatorDeposits = z.infer<typeof OperatorDeposits>
