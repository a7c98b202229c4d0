import type { Feature } from '../../platform/feature.ts'
import { alertAccounts } from './account/alert-accounts.ts'
import { accountBudgetsPersonalData } from './account/personal-data-store.ts'
import type { BudgetsCtx } from './ctx.ts'
import { deleteProjects } from './projects/delete-projects.ts'
import { budgetRoutes } from './routes.ts'

const alertEveryMs = 60_000

/** What API keys and accounts may still spend. It adds up what every feature charges and holds for them. */
export const budgetsFeature: Feature<BudgetsCtx, Pick<BudgetsCtx, 'keySpendOf' | 'spendRateOf'>> = {
  name: 'budgets',
  services: ({ all }) => ({ adapters: { keySpendOf: all.keySpend, spendRateOf: all.spendRate } }),
  routes: (routes) => budgetRoutes(routes),
  loops: [{ name: 'budgets of accounts', everyMs: alertEveryMs, run: alertAccounts }],
  personalData: accountBudgetsPersonalData,
  hooks: { 'account.closed': (_ctx, tx, { accountId }) => deleteProjects(tx, accountId) },
}
