import type { NewOfferAlert } from '@gridloom/contract/market/alert'
import { Button } from '@mantine/core'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useCreateAlert } from '../api/alerts.ts'

interface AlertButtonProps {
  wanted: NewOfferAlert
  /** What the alert waits for, for screen readers. */
  label: string
  size?: 'xs' | 'sm'
  /** Whether it is the main action of its place. */
  look?: 'filled' | 'light'
}

/** Saves an alert for one offer, or for any that passes filters. */
export function AlertButton({ wanted, label, size = 'xs', look = 'light' }: AlertButtonProps) {
  const create = useCreateAlert()
  return (
    <Button
      size={size}
      variant={look}
      leftSection={create.isSuccess ? <IconBellCheck size={14} /> : <IconBell size={14} />}
      loading={create.isPending}
      disabled={create.isSuccess}
      aria-label={label}
      onClick={() => create.mutate(wanted)}
    >
      {create.isSuccess ? 'Saved' : 'Alert me'}
    </Button>
  )
}
