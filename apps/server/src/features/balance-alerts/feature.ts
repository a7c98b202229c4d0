import type { Feature } from '../../platform/feature.ts'
import type { BalanceAlertsCtx } from './ctx.ts'
import { balanceAlertsPersonalData } from './personal-data-store.ts'
import { warnOfBalances } from './warn-of-balances.ts'

const warnEveryMs = 2 * 60_000

/** Emails to accounts whose balance runs out within a week, a day and an hour. */
export const balanceAlertsFeature: Feature<BalanceAlertsCtx, Pick<BalanceAlertsCtx, 'spending'>> = {
  name: 'balance-alerts',
  services: ({ all }) => ({ adapters: { spending: all } }),
  loops: [{ name: 'balances that run out', everyMs: warnEveryMs, run: warnOfBalances }],
  personalData: balanceAlertsPersonalData,
}
