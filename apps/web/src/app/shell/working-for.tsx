import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAuth } from '../../api/runtime.tsx'
import { roleWords } from '../../shared/companies/role-words.ts'
import { useWorkAs } from '../../shared/companies/work-as.ts'
import styles from './working-for.module.css'

/** Bar below the top bar while a company is the active account: names it and offers the way back. */
export function WorkingFor() {
  const company = useAuth(({ user }) => user?.acting_for)
  const workAs = useWorkAs()
  if (!company) return null
  return (
    <section aria-label="Active account" className={styles.strip}>
      <IconBuilding size={15} aria-hidden />
      <p>
        Active account:{' '}
        <Link to="/company" search={{ company: company.company_id }}>
          {company.name}
        </Link>{' '}
        <span className={styles.role}>({roleWords[company.role].word.toLowerCase()})</span>
      </p>
      <Button
        size="compact-xs"
        loading={workAs.isPending}
        onClick={() => workAs.mutate({ companyId: null, name: 'your personal account' })}
      >
        Switch to personal account
      </Button>
    </section>
  )
}
