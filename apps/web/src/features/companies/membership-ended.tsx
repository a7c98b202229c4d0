import { Button } from '@mantine/core'
import { useSignOut } from '../../shared/auth/use-sign-out.ts'
import { useSwitchAccount } from '../../shared/companies/use-switch-account.ts'
import { Modal } from '../../ui/components/dialog.tsx'
import styles from './membership-ended.module.css'

/**
 * A blocking dialog shown when the user no longer belongs to the active company. Nothing is charged to their own
 * balance before they confirm the switch here.
 */
export function MembershipEnded() {
  const switchAccount = useSwitchAccount()
  const signOut = useSignOut()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      size={420}
      title="You’re no longer a member of this company"
      zIndex={300}
    >
      <p className={styles.why}>
        Switch to your personal account to continue. New orders are then paid from your own balance.
      </p>
      <div className={styles.ways}>
        <Button
          data-autofocus
          loading={switchAccount.isPending}
          onClick={() => switchAccount.mutate({ companyId: null, name: 'your personal account' })}
        >
          Switch to personal account
        </Button>
        <Button variant="default" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </Modal>
  )
}
