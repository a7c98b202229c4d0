import type { Company } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useAuth } from '../../api/runtime.tsx'
import { useWorkAs } from '../../shared/companies/work-as.ts'

/** Switches the session to the company. The strip under the top bar switches back. */
export function WorkAsButton({ company: { id, name } }: { company: Company }) {
  const workAs = useWorkAs()
  const isActing = useAuth(({ user }) => user?.acting_for?.company_id === id)
  if (isActing) return null
  return (
    <Button
      variant="filled"
      leftSection={<IconSwitchHorizontal size={16} />}
      loading={workAs.isPending}
      onClick={() => workAs.mutate({ companyId: id, name })}
    >
      Switch to {name}
    </Button>
  )
}
