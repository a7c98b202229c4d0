import type { ActiveCompany } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Menu } from '@mantine/core'
import { IconBuilding, IconCheck, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { useSwitchAccount } from '../../shared/companies/use-switch-account.ts'

/** Menu items to switch between the personal account and each company. Empty for users without a company. */
export function SwitchAccountItems({ activeCompany }: { activeCompany: ActiveCompany | null }) {
  const { data: companies = [] } = useQuery(companiesQuery(useClient()))
  const switchAccount = useSwitchAccount()
  if (companies.length === 0) return null
  const current = activeCompany?.company_id ?? null
  const workers: readonly Choice[] = [
    { id: null, word: 'Switch to personal account', name: 'your personal account' },
    ...companies.map(({ id, name }) => ({ id, word: `Switch to ${name}`, name })),
  ]
  return (
    <>
      <Menu.Divider />
      {workers.map(({ id, word, name }) => (
        <Menu.Item
          key={id ?? 'oneself'}
          leftSection={id === null ? <IconUser size={15} /> : <IconBuilding size={15} />}
          rightSection={id === current && <IconCheck size={15} aria-hidden />}
          aria-current={id === current ? 'true' : undefined}
          onClick={() => id !== current && switchAccount.mutate({ companyId: id, name })}
        >
          {word}
        </Menu.Item>
      ))}
    </>
  )
}

interface Choice {
  id: AccountId | null
  word: string
  name: string
}
