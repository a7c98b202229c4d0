import type { Clock } from '@gridloom/async/clock'
import type { ConfiguredPayoutSource, PayoutConfig } from '../../payout-config.ts'
import type { ChainRpc, ChainRpcs } from '../../platform/chains/chain-rpcs.ts'
import { readKey } from '../../platform/chains/sending/read-key.ts'
import { asHex } from '../../platform/chains/sending/token-calls.ts'
import { stripeConnect } from './connect/stripe-connect.ts'
import type { PayoutSetup, Source } from './ctx.ts'

/** Reads the keys of the configured senders. @throws when a file has none */
export async function createSetup(
  { sources, bank, stripe, policy }: PayoutConfig,
  chains: ChainRpcs,
  clock: Pick<Clock, 'now'>,
): Promise<PayoutSetup> {
  return {
    ...{ policy, bank },
    stripe: stripe === null ? null : { ...stripe, processor: stripeConnect(stripe, clock) },
    sources: await Promise.all(sources.map((one) => sourceOf(one, chains))),
  }
}

async function sourceOf(one: ConfiguredPayoutSource, chains: ChainRpcs): Promise<Source> {
  const rpc = chains.get(one.chainId)
  if (rpc === undefined) throw new RangeError(`PAYOUTS: chain ${one.chainId} is not configured`)
  return withKey(one, rpc)
}

async function withKey(one: ConfiguredPayoutSource, rpc: ChainRpc): Promise<Source> {
  const { privateKeyToAccount } = await import('viem/accounts')
  const { keccak256 } = await import('viem')
  const account = privateKeyToAccount(await readKey(one.keyFile, 'PAYOUTS'))
  return {
    ...one,
    rpc,
    sender: account.address.toLowerCase(),
    async sign({ nonce, to, data, gas, maxFee, priorityFee }) {
      const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee }
      const { chainId } = one
      const call = { type: 'eip1559', chainId, nonce, to: asHex(to), data, gas, ...fees } as const
      const raw = await account.signTransaction(call)
      return { raw, hash: keccak256(raw) }
    },
  }
}
