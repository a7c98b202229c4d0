import type { Company } from '@gridloom/contract/companies'
import { Button } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useWorkAs } from '../../lib/companies/work-as.ts'
import { useAuth } from '../../lib/runtime.tsx'

/** Has the session work for the company, or for the person again. */
export function WorkAsButton({ company: { id, name } }: { company: Company }) {
  const workAs = useWorkAs()
  const isActing = useAuth(({ user }) => user?.acting_for?.company_id === id)
  const icon = <IconSwitchHorizontal size={16} />
  if (isActing) {
    return (
      <Button
        leftSection={icon}
        loading={workAs.isPending}
        onClick={() => workAs.mutate({ companyId: null, name: 'yourself' })}
      >
        Work as me
      </Button>
    )
  }
  return (
    <Button
      variant="filled"
      leftSection={icon}
      loading={workAs.isPending}
      onClick={() => workAs.mutate({ companyId: id, name })}
    >
      Work as {name}
    </Button>
  )
}
