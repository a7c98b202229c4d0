import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'

interface LeaveInput {
  /** Whether there is unsaved input. */
  typed: boolean
  close: () => void
}

interface Leave {
  /** Closes the dialog by anything but its buttons: Escape, its close icon, a click outside. */
  leave: () => void
  /** The confirmation dialog; render it inside the dialog. */
  question: ReactNode
}

/** Closes a dialog at once without unsaved input, else after a confirmation. */
export function useLeave({ typed, close }: LeaveInput): Leave {
  const [asked, { open: ask, close: stay }] = useDisclosure(false)
  return {
    leave: typed ? ask : close,
    question: (
      <ConfirmDialog
        opened={asked}
        title="Discard changes?"
        confirmWord="Discard changes"
        onConfirm={close}
        onClose={stay}
      >
        Your changes have not been saved.
      </ConfirmDialog>
    ),
  }
}
