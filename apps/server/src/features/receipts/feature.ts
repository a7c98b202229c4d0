import type { Feature } from '../../platform/feature.ts'
import type { ReceiptsCtx } from './ctx.ts'
import { createReceiptsChain, type OnChainCtx } from './on-chain/receipts-chain.ts'
import { writeDays } from './on-chain/write-days.ts'
import { receiptsPersonalData } from './personal-data-store.ts'
import { publishDays } from './publish-days.ts'
import { recordCharges } from './record-charges.ts'
import { receiptRoutes } from './routes.ts'

const recordEveryMs = 5_000
const writeEveryMs = 60_000

/**
 * Receipts that anyone can check: every charge of an instance, and every transaction of an account, in chains of hashes
 * that are signed and published by day.
 */
export const receiptsFeature: Feature<
  ReceiptsCtx & OnChainCtx,
  Pick<OnChainCtx, 'receiptsChain'>
> = {
  name: 'receipts',
  services: async ({ config, chains }) => ({
    adapters: { receiptsChain: await createReceiptsChain(config.receiptsChain, chains) },
  }),
  routes: (routes) => receiptRoutes(routes),
  personalData: receiptsPersonalData,
  loops: [
    { name: 'records of charges', everyMs: recordEveryMs, run: (ctx) => recordCharges(ctx) },
    { name: 'published days on a chain', everyMs: writeEveryMs, run: writeDays },
  ],
  scheduled: [
    // Well after midnight: a transaction that began before it has ended by then.
    {
      name: 'publish-receipt-days',
      schedule: { every: 'day', hour: 0, minute: 25 },
      run: publishDays,
    },
  ],
}
