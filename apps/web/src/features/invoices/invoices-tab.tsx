import { BillingDetailsSection } from './billing-details-section.tsx'
import { InvoiceList } from './invoice-list.tsx'
import styles from './invoices.module.css'

/** The invoices of the account, and what they say about it. */
export function InvoicesTab() {
  return (
    <div className={styles.stack}>
      <InvoiceList />
      <BillingDetailsSection />
    </div>
  )
}
