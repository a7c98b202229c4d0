import type { Feature } from '../../platform/feature.ts'
import type { OutsideAssets, OutsideRecords } from '../../platform/outside-assets.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { reconcile } from './reconcile.ts'
import { reconciliationRoutes } from './routes.ts'

/** Reconciliation: every night the ledger is compared with usage, receipts and what places outside report. */
export const reconciliationFeature: Feature<
  ReconciliationCtx,
  Pick<ReconciliationCtx, 'assetSources' | 'assetRecords'>
> = {
  name: 'reconciliation',
  // Named casts: the context of every call has the adapters of each feature, also those that its sources need.
  services: ({ all }) => ({
    adapters: {
      assetSources: all.assetSources as readonly OutsideAssets<ReconciliationCtx>[],
      assetRecords: all.assetRecords as readonly OutsideRecords<ReconciliationCtx>[],
    },
  }),
  routes: (routes) => reconciliationRoutes(routes),
  scheduled: [
    {
      name: 'reconcile-ledger',
      // After the day's receipts are published.
      schedule: { every: 'day', hour: 1, minute: 40 },
      run: async (ctx) => {
        await reconcile(ctx, 'night')
      },
    },
  ],
}
