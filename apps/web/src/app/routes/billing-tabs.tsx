import { BillingSection } from '../../features/ledger/billing-section.tsx'
import type { BillingTab } from '../../features/ledger/billing-tabs.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** The tabs of Billing that other features own. */
const tabs: readonly BillingTab[] = [
  {
    id: 'spend',
    word: 'Spend',
    Panel: lazyPart(
      async () => (await import('../../features/budgets/spend/spend-tab.tsx')).SpendTab,
    ),
  },
  {
    id: 'budget',
    word: 'Budget',
    Panel: lazyPart(async () => (await import('../../features/budgets/budget-tab.tsx')).BudgetTab),
  },
  {
    id: 'projects',
    word: 'Projects',
    Panel: lazyPart(
      async () => (await import('../../features/budgets/projects/projects-tab.tsx')).ProjectsTab,
    ),
  },
  {
    id: 'cards',
    word: 'Cards',
    Panel: lazyPart(async () => (await import('../../features/cards/cards-tab.tsx')).CardsTab),
  },
  {
    id: 'deposits',
    word: 'Crypto',
    Panel: lazyPart(async () => (await import('../../features/deposits/add-funds.tsx')).AddFunds),
  },
  {
    id: 'promo-code',
    word: 'Promo code',
    Panel: lazyPart(
      async () => (await import('../../features/promo-codes/promo-code-panel.tsx')).PromoCodePanel,
    ),
  },
  {
    id: 'invoices',
    word: 'Invoices',
    Panel: lazyPart(
      async () => (await import('../../features/invoices/invoices-tab.tsx')).InvoicesTab,
    ),
  },
  {
    id: 'payouts',
    word: 'Payouts',
    Panel: lazyPart(
      async () => (await import('../../features/payouts/payouts-tab.tsx')).PayoutsTab,
    ),
  },
]

/** `/account?section=billing`, with the tabs of the features that own them. */
export function BillingSections() {
  return <BillingSection further={tabs} />
}
