import { mayInCompany } from '@gridloom/domain/company-roles'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { billingDetailsQuery } from './api/invoice-queries.ts'
import { BillingDetailsForm } from './billing-details-form.tsx'
import styles from './invoices.module.css'

/** The name, address and VAT ID of future invoices. */
export function BillingDetailsSection() {
  const client = useClient()
  const query = useQuery(billingDetailsQuery(client))
  const company = useQuery(detailsQuery(client)).data?.active_company ?? null
  const mayChange = company === null || mayInCompany(company.role, 'fund')
  return (
    <Section title="Billing details" note="for future invoices">
      <Loaded query={query} what="the billing details" rows={4}>
        {(saved) => (
          <>
            {!mayChange && (
              <p className={styles.text}>
                Only owners and admins of {company.name} can change these.
              </p>
            )}
            <BillingDetailsForm
              key={saved?.updated_at ?? 'new'}
              saved={saved}
              access={mayChange ? 'change' : 'read'}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}
