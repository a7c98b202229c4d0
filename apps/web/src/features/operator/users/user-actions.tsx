import type { User } from '@gridloom/contract/operator/user'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { useRestoreUser } from '../api/restore-user.ts'
import { useSetAmbassador } from '../api/set-ambassador.ts'
import { useSuspendUser } from '../api/suspend-user.ts'
import styles from '../operator.module.css'
import { ReasonDialog } from '../reason-dialog.tsx'
import { CreditForm } from '../settings/credit-form.tsx'

/** The operator's actions on an account; operators cannot be suspended. */
export function UserActions({ user }: { user: User }) {
  return (
    <span className={styles.buttons}>
      {user.email_verified && <GiveCredit user={user} />}
      <Ambassador user={user} />
      {user.suspended_at !== null && <Restore user={user} />}
      {user.suspended_at === null && user.role !== 'operator' && <Suspend user={user} />}
    </span>
  )
}

function GiveCredit({ user: { username, email } }: { user: User }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" onClick={open} aria-label={`Give credit to ${username}`}>
        Give credit
      </Button>
      <Modal opened={opened} onClose={close} title={`Give credit to ${username}`} size="sm">
        <CreditForm email={email} done={close} />
      </Modal>
    </>
  )
}

function Ambassador({ user }: { user: User }) {
  const change = useSetAmbassador()
  const { username, is_kol: isAmbassador } = user
  return (
    <Button
      size="xs"
      loading={change.isPending}
      aria-label={`${isAmbassador ? 'Remove ambassador' : 'Make ambassador'}: ${username}`}
      onClick={() => change.mutate(user)}
    >
      {isAmbassador ? 'Remove ambassador' : 'Make ambassador'}
    </Button>
  )
}

function Suspend({ user }: { user: User }) {
  const suspend = useSuspendUser()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" color="red" onClick={open} aria-label={`Suspend ${user.username}`}>
        Suspend
      </Button>
      {opened && (
        <ReasonDialog
          title={`Suspend ${user.username}?`}
          word="Suspend account"
          busy={suspend.isPending}
          send={(reason, hooks) => suspend.mutate({ user, reason }, hooks)}
          close={close}
        >
          {user.email} is signed out of all sessions, their API keys stop working, and their
          machines are unlisted. Running work continues, and nothing is deleted.
        </ReasonDialog>
      )}
    </>
  )
}

function Restore({ user }: { user: User }) {
  return (
    <RemoveButton
      thing={user}
      word="Restore"
      name={user.username}
      confirmWord="Restore account"
      done={`${user.username} was restored`}
      remove={useRestoreUser()}
    >
      {user.email} can sign in again, and their API keys work again. Their machines stay unlisted
      until they list them.
    </RemoveButton>
  )
}
