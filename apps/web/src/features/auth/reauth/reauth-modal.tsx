import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Button, Skeleton } from '@mantine/core'
import { IconExternalLink, IconFingerprint, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery, detailsQuery } from '../../../api/queries.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useRuntime } from '../../../api/runtime.tsx'
import { onConfirmedElsewhere } from '../../../shared/auth/other-tab.ts'
import { hasPasskeys, wasDismissed } from '../../../shared/auth/passkeys.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import styles from '../login-modal.module.css'
import { failureText, words } from '../outcome.ts'
import { ConfirmForm } from './reauth-form.tsx'
import { useConfirmByLogin, useConfirmByPasskey, useConfirmByWallet } from './use-reauth.ts'

/** The re-authentication dialog over the screen whose call needs it; see api/reauth/reauth-prompt.ts. */
export function ConfirmModal() {
  const { confirmations } = useRuntime()
  const details = useQuery(detailsQuery(useClient())).data
  return (
    <Modal
      opened
      onClose={() => confirmations.settle('declined')}
      size={400}
      title="Confirm your identity"
      zIndex={300}
    >
      <p className={styles.why}>
        This action needs a recent sign-in. Once confirmed, you won’t be asked again for 15 minutes.
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
        <ConfirmByWallet />
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

/** Shown where a wallet is linked. */
function ConfirmByWallet() {
  const client = useClient()
  const wallets = useQuery({
    queryKey: keys.wallets,
    queryFn: ({ signal }) => client.auth.wallets({ signal }),
  })
  const confirm = useConfirmByWallet()
  const failed = confirm.error && !wasDismissed(confirm.error)
  if (!wallets.data?.length) return null
  return (
    <>
      <Button
        size="md"
        leftSection={<IconWallet size={17} aria-hidden />}
        disabled={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Use a linked wallet
      </Button>
      {failed && (
        <p className={styles.problem} role="alert">
          {failureText(confirm.error, words.otp.fallback)}
        </p>
      )}
    </>
  )
}

/** Re-authenticates at a connected provider in a new tab. The tab notifies this one, and the pending calls continue. */
function ProviderButtons() {
  const { confirmations, client } = useRuntime()
  const providers = useQuery(configQuery(client)).data?.login_providers ?? []
  const confirm = useConfirmByLogin()
  useEffect(() => onConfirmedElsewhere(() => confirmations.settle('confirmed')), [confirmations])
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="md"
          rightSection={<IconExternalLink size={15} aria-hidden />}
          disabled={confirm.isPending}
          onClick={() => confirm.mutate(id)}
        >
          Sign in with {name} again
        </Button>
      ))}
      {confirm.isSuccess && (
        <p className={styles.other} role="status">
          Waiting for the other tab. If you closed it, use the button again.
        </p>
      )}
      {confirm.error && (
        <p className={styles.problem} role="alert">
          {failureText(confirm.error, words.otp.fallback)}
        </p>
      )}
    </>
  )
}
