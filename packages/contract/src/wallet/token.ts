import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { EvmAddress } from './address.ts'
import { ChainId } from './chain.ts'

/** An amount of a token's smallest unit, in decimal digits: a 256-bit number has more than JSON's numbers hold. */
export const TokenAmount = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .meta({ examples: ['1000000000000000000000000'] })
export type TokenAmount = z.infer<typeof TokenAmount>

/** The facts of a token, as its contract states them. */
export const TokenFacts = z.strictObject({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(255),
  supply: TokenAmount,
  /** Of one token, as the operator's price feed states it; `null`: there is none, or it says nothing current. */
  price: z.strictObject({ micro_usd: MicroUsd, at: Timestamp }).nullable(),
  /** When they were read from the chain. */
  read_at: Timestamp,
})
export type TokenFacts = z.infer<typeof TokenFacts>

/** A token that the operator configured. */
export const Token = z.strictObject({
  chain_id: ChainId,
  address: EvmAddress,
  /** How it is earned on this installation, in the operator's words; `null`: not stated. */
  earn: z.string().nullable(),
  /** What it can be spent on here, in the operator's words; `null`: not stated. */
  spend: z.string().nullable(),
  /** The last facts that were read; `null`: none yet. */
  facts: TokenFacts.nullable(),
  /** Why the facts are old or missing; `null`: they are current. */
  problem: z.enum(['chain_down', 'not_a_token']).nullable(),
})
export type Token = z.infer<typeof Token>

/** What an address holds of a configured token. */
export const TokenBalance = z.strictObject({
  chain_id: ChainId,
  address: EvmAddress,
  /** `null`: the chain could not be read. */
  balance: TokenAmount.nullable(),
  read_at: Timestamp,
})
export type TokenBalance = z.infer<typeof TokenBalance>
