import type { Feature } from '../../platform/feature.ts'
import type { ReceiptsCtx } from './ctx.ts'
import { receiptsPersonalData } from './personal-data-store.ts'
import { publishDays } from './publish-days.ts'
import { recordCharges } from './record-charges.ts'
import { receiptRoutes } from './routes.ts'

const recordEveryMs = 5_000

/**
 * Receipts that anyone can check: every charge of an instance, and every transaction of an account, in chains of hashes
 * that are signed and published by day.
 */
export const receiptsFeature: Feature<ReceiptsCtx> = {
  name: 'receipts',
  routes: (routes) => receiptRoutes(routes),
  personalData: receiptsPersonalData,
  loops: [{ name: 'records of charges', everyMs: recordEveryMs, run: (ctx) => recordCharges(ctx) }],
  scheduled: [
    // Well after midnight: a transaction that began before it has ended by then.
    {
      name: 'publish-receipt-days',
      schedule: { every: 'day', hour: 0, minute: 25 },
      run: publishDays,
    },
  ],
}
