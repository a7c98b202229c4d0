import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useAuth, useRuntime } from '../../../api/runtime.tsx'

interface CreateCompanyButtonProps {
  onClick: () => void
  look?: 'default' | 'filled'
}

/** Opens the form that creates a company; a user without beta access is asked for an access code first. */
export function CreateCompanyButton({ onClick, look = 'default' }: CreateCompanyButtonProps) {
  const { auth } = useRuntime()
  const hasAccess = useAuth(({ user }) => user?.has_entered_referral_code ?? false)
  if (!hasAccess) return <Button onClick={auth.openAccessCode}>Enter access code</Button>
  return (
    <Button variant={look} leftSection={<IconPlus size={16} />} onClick={onClick}>
      Create company
    </Button>
  )
}
