import { createChainRpcs, type ReadableChain } from '../../platform/chains/chain-rpcs.ts'
import type { Feature, ServiceParts } from '../../platform/feature.ts'
import { depositRecords } from './asset-records.ts'
import type { DepositChains, DepositsCtx } from './ctx.ts'
import { relayPayments } from './gasless/relay/relay-payments.ts'
import { readRelayers } from './gasless/relayer-keys.ts'
import { depositsPersonalData } from './personal-data-store.ts'
import { depositRoutes } from './routes.ts'
import { startWatching } from './watch/start-watching.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** Deposits of an account; the subject is the chain. */
    deposit: 'transient'
  }
}

const relayEveryMs = 3_000

/** Ten thousand logs have about 7 MB. */
const limits = { timeoutMs: 10_000, responseBytesMax: 16 * 1_024 * 1_024 }

/** Deposits of stablecoins: an own address of each account, and a watcher of each chain. */
export const depositsFeature: Feature<DepositsCtx, Pick<DepositsCtx, 'deposits'>> = {
  name: 'deposits',
  services: async (parts) => ({
    adapters: {
      deposits: {
        ...depositChains(parts),
        relayers: await readRelayers(parts.config.deposits),
      },
    },
  }),
  routes: (routes) => depositRoutes(routes),
  start: (ctx) => startWatching(ctx),
  assetRecords: [depositRecords],
  loops: [{ name: 'payments without gas', everyMs: relayEveryMs, run: relayPayments }],
  personalData: depositsPersonalData,
  topics: {
    deposit: { scope: 'billing:read', show: async () => ({ event: 'deposits', data: {} }) },
  },
}

/** The chains of the configuration, each with its endpoints. */
export function depositChains({
  config,
  clock,
  ids,
}: Pick<ServiceParts, 'clock' | 'ids'> & {
  config: Pick<ServiceParts['config'], 'deposits'>
}): DepositChains {
  const { chains } = config.deposits
  const readerOf = (chain: ReadableChain) => {
    const rpc = createChainRpcs({ chains: [chain], clock, limits }).get(chain.id)
    if (rpc === undefined) throw new RangeError('one chain makes one reader')
    return rpc
  }
  return {
    leaseToken: ids.label(),
    relayers: new Map(),
    chains: chains.map((one) => ({
      config: one,
      rpc: readerOf(one.chain),
      second:
        one.secondRpcUrl === null ? null : readerOf({ ...one.chain, readFrom: one.secondRpcUrl }),
    })),
  }
}
