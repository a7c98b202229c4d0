import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../api/queries.ts'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import styles from './access-note.module.css'
import { VerifyNote } from './verify-note.tsx'

/**
 * Shown until the user has verified their email address and entered an access code, with a button for the next step.
 */
export function AccessNote() {
  const details = useQuery(detailsQuery(useClient())).data
  const { auth } = useRuntime()
  if (details === undefined || details.has_entered_referral_code) return null
  if (!details.email_verified) return <VerifyNote />
  return (
    <section className={styles.note} aria-label="Access code">
      <IconKey size={16} aria-hidden />
      <p>
        You can browse every offer. To rent or host, enter an <strong>access code</strong>.
      </p>
      <Button size="xs" variant="filled" onClick={auth.openAccessCode}>
        Enter access code
      </Button>
    </section>
  )
}
