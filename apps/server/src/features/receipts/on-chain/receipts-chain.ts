import type { ChainRpc, ChainRpcs } from '../../../platform/chains/chain-rpcs.ts'
import { readKey } from '../../../platform/chains/sending/read-key.ts'
import { asHex } from '../../../platform/chains/sending/token-calls.ts'
import type { ReceiptsChainConfig } from '../../../receipts-chain-config.ts'
import type { SignedReceiptsCtx } from '../ctx.ts'

/** The chain that published days are written to, ready to sign. */
export interface ReceiptsChain extends Omit<ReceiptsChainConfig, 'keyFile'> {
  readonly rpc: ChainRpc
  /** The address that it is sent from, in lower case. */
  readonly sender: string
  /** Signs the transaction that writes a day's hash; needs no network. */
  sign(day: DayToSign): Promise<{ raw: string; hash: string }>
}

export interface DayToSign {
  readonly nonce: number
  /** Of the day. */
  readonly hash: string
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/** The context of writing days; `null`: they are written to no chain. */
export type OnChainCtx = SignedReceiptsCtx & {
  readonly receiptsChain: ReceiptsChain | null
  readonly chains: ChainRpcs
}

/** More than a transfer with this text takes (about 25,000). */
const gas = 60_000n

/** Reads the key. @throws when the file has none */
export async function createReceiptsChain(
  config: ReceiptsChainConfig | null,
  chains: ChainRpcs,
): Promise<ReceiptsChain | null> {
  if (config === null) return null
  const { keyFile, ...rest } = config
  const rpc = chains.get(config.chainId)
  if (rpc === undefined)
    throw new RangeError(`RECEIPTS_CHAIN: chain ${config.chainId} is not configured`)
  const { privateKeyToAccount } = await import('viem/accounts')
  const { keccak256, stringToHex } = await import('viem')
  const account = privateKeyToAccount(await readKey(keyFile, 'RECEIPTS_CHAIN'))
  const sender = account.address.toLowerCase()
  return {
    ...rest,
    rpc,
    sender,
    async sign({ nonce, hash, maxFee, priorityFee }) {
      const raw = await account.signTransaction({
        ...{ type: 'eip1559', chainId: config.chainId, nonce, to: asHex(sender), gas },
        data: stringToHex(textOnChain(hash)),
        ...{ maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee },
      })
      return { raw, hash: keccak256(raw) }
    },
  }
}

/** What a transaction says, in UTF-8: anyone who has a day can look for it. */
export function textOnChain(hash: string): string {
  return `gridloom-receipt-day-1 ${hash}`
}
