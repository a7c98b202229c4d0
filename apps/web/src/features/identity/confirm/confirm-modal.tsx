import type { UserDetails } from '@gridloom/contract/identity'
import { Button, Modal, Skeleton } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery, detailsQuery } from '../../../lib/api/queries.ts'
import { hasPasskeys, wasDismissed } from '../../../lib/passkeys.ts'
import { useClient, useRuntime } from '../../../lib/runtime.tsx'
import styles from '../login-modal.module.css'
import { failureText, words } from '../outcome.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { useConfirmByPasskey } from './use-confirm.ts'

/** Asks for a fresh proof of who one is, over whatever asked for it; see lib/confirm/confirmations.ts. */
export function ConfirmModal() {
  const { confirmations } = useRuntime()
  const details = useQuery(detailsQuery(useClient())).data
  return (
    <Modal
      opened
      onClose={() => confirmations.settle('declined')}
      size={400}
      title="Confirm that it is you"
      zIndex={300}
    >
      <p className={styles.why}>
        This changes who can use your account. Once confirmed, you are not asked again for 15
        minutes.
      </p>
      {details ? <Ways details={details} /> : <Skeleton height={120} aria-label="Loading" />}
    </Modal>
  )
}

function Ways({ details }: { details: UserDetails }) {
  return (
    <>
      {details.has_password && <ConfirmForm email={details.email} />}
      <div className={styles.ways}>
        {hasPasskeys() && <PasskeyButton />}
        {!details.has_password && <ProviderButtons />}
      </div>
    </>
  )
}

function PasskeyButton() {
  const confirm = useConfirmByPasskey()
  const failed = confirm.error && !wasDismissed(confirm.error)
  return (
    <>
      <Button
        size="md"
        leftSection={<IconFingerprint size={17} aria-hidden />}
        disabled={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Use a passkey
      </Button>
      {failed && (
        <p className={styles.problem} role="alert">
          {failureText(confirm.error, words.otp.fallback)}
        </p>
      )}
    </>
  )
}

/**
 * Without a password, signing in once more by the provider is the proof. It answers in a tab of its own;
 * that it is done is said here, since a token that merely was refreshed looks the same.
 */
function ProviderButtons() {
  const { confirmations } = useRuntime()
  const providers = useQuery(configQuery(useClient())).data?.login_providers ?? []
  const [hasLeft, setHasLeft] = useState(false)
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          size="md"
          href={`/api/${id}/login`}
          target="_blank"
          rel="noopener"
          onClick={() => setHasLeft(true)}
        >
          Sign in with {name} again
        </Button>
      ))}
      {hasLeft && (
        <Button size="md" variant="filled" onClick={() => confirmations.settle('confirmed')}>
          I have signed in again
        </Button>
      )}
    </>
  )
}
