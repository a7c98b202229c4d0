import { BackupPassword, type BackupPlan } from '@gridloom/contract/backups/backup'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useChangeBackupPassword } from './api/backups.ts'
import styles from './backups.module.css'
import { MadePassword } from './made-password.tsx'

/** Changes the password of a plan, then shows it if it was made. */
export function PasswordDialog({ plan, close }: { plan: BackupPlan; close: () => void }) {
  const change = useChangeBackupPassword(plan.id)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState<'yes' | 'no'>('no')
  const made = change.data?.password ?? null
  const isOurs = plan.destination.kind === 'gridloom'
  const problem = problemOf(password, isOurs)
  if (made !== null)
    return (
      <Modal opened onClose={close} title={`New password of ${plan.name}`}>
        <MadePassword password={made} done={close} />
      </Modal>
    )
  return (
    <Modal opened onClose={close} title={`Change the password of ${plan.name}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          setTried('yes')
          if (problem !== undefined) return
          change.mutate(password === '' ? {} : { password }, {
            onSuccess: (changed) => changed.password === null && close(),
          })
        }}
      >
        <PasswordField
          label="New password"
          {...(isOurs ? { description: 'Leave it empty to get one.' } : {})}
          autoComplete="new-password"
          value={password}
          error={tried === 'yes' ? problem : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <p className={styles.text}>
          {isOurs
            ? 'The old password no longer opens the backups. The key that encrypts their files stays: whoever has the old password and copied the repository before can still read that copy.'
            : 'Your bucket is not changed. Add the new password there with restic first, and remove the old one after this.'}
        </p>
        <FormProblem text={change.error ? describeError(change.error).text : undefined} />
        <FormButtons busy={change.isPending} cancel={close}>
          {isOurs ? 'Change password' : 'Store password'}
        </FormButtons>
      </Form>
    </Modal>
  )
}

function problemOf(password: string, isOurs: boolean): string | undefined {
  if (password === '' && isOurs) return undefined
  return BackupPassword.safeParse(password).error?.issues[0]?.message
}
