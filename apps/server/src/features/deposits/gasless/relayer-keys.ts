import type { DepositsConfig, RelayerConfig } from '../../../deposits-config.ts'
import { readKey } from '../../../platform/chains/sending/read-key.ts'

type Hex = `0x${string}`

/** A call that is to be signed as a transaction. */
export interface CallToSign {
  readonly nonce: number
  readonly to: Hex
  readonly data: Hex
  readonly gas: bigint
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/** Who sends what others signed on a chain. */
export interface Relayer extends RelayerConfig {
  /** In lower case. */
  readonly address: string
  /** Signs a transaction; needs no network. Resolves with the bytes to send and their hash. */
  sign(call: CallToSign): Promise<{ raw: Hex; hash: Hex }>
}

/** Reads the keys of the configured relayers, by chain. @throws when a file has none */
export async function readRelayers({
  chains,
}: DepositsConfig): Promise<ReadonlyMap<number, Relayer>> {
  const found = chains.map(
    async ({ chain, relayer }) =>
      [chain.id, relayer === null ? null : await withKey(relayer, chain.id)] as const,
  )
  const relayers = new Map<number, Relayer>()
  for (const [chainId, relayer] of await Promise.all(found))
    if (relayer !== null) relayers.set(chainId, relayer)
  return relayers
}

async function withKey(config: RelayerConfig, chainId: number): Promise<Relayer> {
  const { privateKeyToAccount } = await import('viem/accounts')
  const { keccak256 } = await import('viem')
  const account = privateKeyToAccount(await readKey(config.keyFile, 'DEPOSITS'))
  return {
    ...config,
    address: account.address.toLowerCase(),
    async sign({ nonce, to, data, gas, maxFee, priorityFee }) {
      const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee }
      const type = 'eip1559' as const
      const raw = await account.signTransaction({ type, chainId, nonce, to, data, gas, ...fees })
      return { raw, hash: keccak256(raw) }
    },
  }
}
