import { Button, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRuntime } from '../../api/runtime.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { useCloseAccount } from './api/close-account.ts'
import { CloseRefused } from './close-refused.tsx'
import styles from './privacy.module.css'

interface DeleteDialogProps {
  email: string
  close: () => void
}

/** Asks for the account's email address, so that no account is deleted by accident. */
export function DeleteDialog({ email, close }: DeleteDialogProps) {
  const [typed, setTyped] = useState('')
  const leave = useLeaveForGood()
  const remove = useCloseAccount(leave)
  const isMeant = typed.trim().toLowerCase() === email.toLowerCase()

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isMeant) remove.mutate()
  }

  return (
    <Modal opened onClose={close} title="Delete your account?" size="md">
      <form className={styles.stack} onSubmit={submit}>
        <p className={styles.text}>
          This can’t be undone. To confirm, type <strong>{email}</strong>.
        </p>
        <TextInput
          label="Your email address"
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.error && <CloseRefused error={remove.error} />}
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            variant="filled"
            color="red.9"
            disabled={!isMeant}
            loading={remove.isPending}
          >
            Delete account permanently
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

/** Clears the session in the browser only: the server ended it with the account. */
function useLeaveForGood(): () => void {
  const { auth, signOut, toasts } = useRuntime()
  const router = useRouter()
  return () => {
    signOut()
    auth.forgetVisit()
    toasts.show({ type: 'success', message: 'Your account was deleted' })
    void router.navigate({ to: '/onboarding' })
  }
}
