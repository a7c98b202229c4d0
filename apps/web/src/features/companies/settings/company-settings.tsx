import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { Section } from '../../../ui/components/section.tsx'
import styles from '../company.module.css'
import { CloseCompany } from './close-company.tsx'
import { RenameCompany } from './rename-company.tsx'

/** Renames or closes the company; renders nothing for roles that may do neither. */
export function CompanySettings({ company }: { company: CompanyOverview }) {
  const mayClose = mayInCompany(company.role, 'close')
  if (!mayInCompany(company.role, 'rename') && !mayClose) return null
  return (
    <Section title="Company">
      <p className={styles.text}>
        {mayClose
          ? 'The name appears in invitations and in the ledger. Closing the company is permanent; its remaining balance is transferred to you.'
          : 'The name appears in invitations and in the ledger.'}
      </p>
      <div className={styles.ways}>
        <RenameCompany company={company} />
        {mayClose && <CloseCompany company={company} />}
      </div>
    </Section>
  )
}
