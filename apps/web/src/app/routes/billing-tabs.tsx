import { AddFunds } from '../../features/deposits/add-funds.tsx'
import { InvoicesTab } from '../../features/invoices/invoices-tab.tsx'
import { BillingSection } from '../../features/ledger/billing-section.tsx'
import type { BillingTab } from '../../features/ledger/billing-tabs.ts'
import { PromoCodePanel } from '../../features/promo-codes/promo-code-panel.tsx'

/** The tabs of Billing that other features own. */
const tabs: readonly BillingTab[] = [
  { id: 'deposits', word: 'Add funds', Panel: AddFunds },
  { id: 'promo-code', word: 'Promo code', Panel: PromoCodePanel },
  { id: 'invoices', word: 'Invoices', Panel: InvoicesTab },
]

/** `/account?section=billing`, with the tabs of the features that own them. */
export function BillingSections() {
  return <BillingSection further={tabs} />
}
