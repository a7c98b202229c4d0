import { AddFunds } from '../../features/deposits/add-funds.tsx'
import { BillingSection } from '../../features/ledger/billing-section.tsx'
import type { BillingTab } from '../../features/ledger/billing-tabs.ts'

/** The tabs of Billing that other features own. */
const tabs: readonly BillingTab[] = [{ id: 'deposits', word: 'Add funds', Panel: AddFunds }]

/** `/account?section=billing`, with the tabs of the features that own them. */
export function BillingSections() {
  return <BillingSection further={tabs} />
}
