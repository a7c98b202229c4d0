import type { Company } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useAuth } from '../../api/runtime.tsx'
import { useSwitchAccount } from '../../shared/companies/use-switch-account.ts'

/** Switches the session to the company. The strip under the top bar switches back. */
export function SwitchAccountButton({ company: { id, name } }: { company: Company }) {
  const switchAccount = useSwitchAccount()
  const isActing = useAuth(({ user }) => user?.active_company?.company_id === id)
  if (isActing) return null
  return (
    <Button
      variant="filled"
      leftSection={<IconSwitchHorizontal size={16} />}
      loading={switchAccount.isPending}
      onClick={() => switchAccount.mutate({ companyId: id, name })}
    >
      Switch to {name}
    </Button>
  )
}
