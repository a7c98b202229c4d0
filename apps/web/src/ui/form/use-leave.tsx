import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'

interface LeaveInput {
  /** Whether anything was typed that is not saved. */
  typed: boolean
  close: () => void
}

interface Leave {
  /** For all ways of closing a dialog but its buttons: Escape, its cross, a press beside it. */
  leave: () => void
  /** Stands within the dialog. */
  question: ReactNode
}

/** Closes a dialog at once where nothing was typed, else after asking. */
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
