import { z } from 'zod'
import { GaslessPaymentId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'
import { TokenAmount } from '../wallet/token.ts'

/** What a payer signs. `authorization`: EIP-3009, a transfer. `permit`: EIP-2612, an allowance to the relayer. */
export const GaslessMethod = z.enum(['authorization', 'permit'])
export type GaslessMethod = z.infer<typeof GaslessMethod>

/** That a token can be paid without gas now. */
export const GaslessOffer = z.strictObject({
  method: GaslessMethod,
  /** Rises with the price of gas. */
  minimum_micro_usd: MicroUsd,
})
export type GaslessOffer = z.infer<typeof GaslessOffer>

/**
 * `unsigned`: waits for the signature. `received`: verified, to be sent. `sent`: a transaction is on its way. `mined`: in a
 * block; the deposit is found there. `failed`: see `reason`; nothing was taken. `expired`: not in a block in time.
 */
export const GaslessState = z.enum(['unsigned', 'received', 'sent', 'mined', 'failed', 'expired'])
export type GaslessState = z.infer<typeof GaslessState>

/** A deposit that its payer signs, and the platform sends. */
export const GaslessPayment = z.strictObject({
  id: GaslessPaymentId,
  state: GaslessState,
  chain_id: ChainId,
  chain_name: z.string(),
  token: EvmAddress,
  token_symbol: z.string(),
  token_decimals: z.int(),
  payer: EvmAddress,
  /** The deposit address that receives it. */
  address: EvmAddress,
  amount: TokenAmount,
  /** The JSON that the payer signs (EIP-712, `eth_signTypedData_v4`); `null`: it is signed. */
  typed_data: z.string().nullable(),
  /** Until when the signature is good. */
  valid_until: Timestamp,
  reason: z.string().nullable(),
  transaction_hash: z.string().nullable(),
  explorer_url: z.string().nullable(),
  created_at: Timestamp,
})
export type GaslessPayment = z.infer<typeof GaslessPayment>

/** Who pays how much of which token. */
export const NewGaslessPayment = z.strictObject({
  chain_id: ChainId,
  token: EvmAddress,
  payer: EvmAddress,
  /** In the smallest unit of the token. */
  amount: TokenAmount,
})
export type NewGaslessPayment = z.infer<typeof NewGaslessPayment>

/** 65 bytes of a key, or whatever the contract of the payer accepts (EIP-1271). */
export const GaslessSignature = z.strictObject({
  signature: z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/, 'must be a signature in hexadecimal')
    .meta({ examples: [`0x${'1b'.repeat(65)}`] }),
})
export type GaslessSignature = z.infer<typeof GaslessSignature>

/**
 * Why payments without gas are not offered on a chain, or wait. `no_gas`: the relayer's coins run out. `gas_price`: gas
 * costs more than the configured cap.
 */
export const RelayerWait = z.enum(['no_gas', 'gas_price', 'chain_down'])
export type RelayerWait = z.infer<typeof RelayerWait>

/** The relayer of a chain, as the operator sees it. */
export const Relayer = z.strictObject({
  address: EvmAddress,
  /** What it holds of the chain's coin, in the smallest unit; `null`: not read yet. */
  coin: TokenAmount.nullable(),
  wait: RelayerWait.nullable(),
  wait_since: Timestamp.nullable(),
  /** Tokens that are not offered, with the reason. */
  token_problems: z.array(z.strictObject({ symbol: z.string(), problem: z.string() })),
  /** Payments that were signed and have no end yet. */
  in_progress: z.int(),
})
export type Relayer = z.infer<typeof Relayer>
