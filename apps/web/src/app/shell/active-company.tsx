import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAuth } from '../../api/runtime.tsx'
import { roleWords } from '../../shared/companies/role-words.ts'
import { useSwitchAccount } from '../../shared/companies/use-switch-account.ts'
import styles from './active-company.module.css'

/** Bar below the top bar while a company is the active account: names it and offers the way back. */
export function ActiveCompanyBar() {
  const company = useAuth(({ user }) => user?.active_company)
  const switchAccount = useSwitchAccount()
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
        loading={switchAccount.isPending}
        onClick={() => switchAccount.mutate({ companyId: null, name: 'your personal account' })}
      >
        Switch to personal account
      </Button>
    </section>
  )
}
