import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useAuth, useRuntime } from '../../api/runtime.tsx'
import styles from './access-note.module.css'

/** Shown until the user's email address is verified, before the note about the access code. */
export function VerifyNote() {
  const { auth } = useRuntime()
  const email = useAuth(({ user }) => (user?.email_verified === false ? user.email : undefined))
  if (email === undefined) return null
  return (
    <section className={styles.note} aria-label="Verify your email address">
      <IconMail size={16} aria-hidden />
      <p>
        We sent a code to <strong>{email}</strong>. Enter it to verify your email address.
      </p>
      <Button size="xs" variant="filled" onClick={() => auth.openOtp('register')}>
        Enter the code
      </Button>
    </section>
  )
}
