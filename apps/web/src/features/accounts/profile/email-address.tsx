import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import styles from './profile.module.css'

/** The email address and whether it is verified, with a button to verify it. */
export function EmailAddress({ details }: { details: UserDetails }) {
  const verify = useVerify(details.email)
  return (
    <span className={styles.value}>
      {details.email}
      {details.email_verified ? (
        <StatusBadge look="plain" tone="good" word="Verified" />
      ) : (
        <>
          <StatusBadge look="plain" tone="warn" word="Not verified" />
          <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate()}>
            Verify
          </Button>
        </>
      )}
    </span>
  )
}

/** Sends a new code, since an earlier one may have expired, and opens the login modal to enter it. */
function useVerify(email: string) {
  const { auth, client } = useRuntime()
  return useMutation({
    mutationFn: () => client.auth.resendOtp({ body: { email } }),
    onSuccess: () => {
      auth.keepEmail(email)
      auth.openOtp('register')
    },
  })
}
