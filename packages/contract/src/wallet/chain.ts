import { z } from 'zod'
import { EvmAddress } from './address.ts'

/** The number of an EVM chain (EIP-155). */
export const ChainId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [56] })
export type ChainId = z.infer<typeof ChainId>

/** A chain that wallets may be connected to. */
export const Chain = z.strictObject({
  id: ChainId,
  name: z
    .string()
    .min(1)
    .max(60)
    .meta({ examples: ['BNB Smart Chain'] }),
  native_currency: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(40)
      .meta({ examples: ['BNB'] }),
    symbol: z
      .string()
      .min(1)
      .max(12)
      .meta({ examples: ['BNB'] }),
    decimals: z
      .int()
      .min(0)
      .max(36)
      .meta({ examples: [18] }),
  }),
  /** The endpoint that a wallet is given when it does not know the chain. The server may read from another one. */
  rpc_url: z
    .string()
    .max(500)
    .meta({ examples: ['https://rpc.example.com'] }),
  /** Pages of transactions and addresses; `null`: none. */
  block_explorer: z
    .strictObject({
      name: z
        .string()
        .min(1)
        .max(40)
        .meta({ examples: ['BscScan'] }),
      url: z
        .string()
        .max(200)
        .meta({ examples: ['https://bscscan.com'] }),
    })
    .nullable(),
  /** The contract that combines reads (Multicall3); `null`: none is deployed. */
  multicall_contract: EvmAddress.nullable(),
})
export type Chain = z.infer<typeof Chain>
