import type { BackupPlan } from '@gridloom/contract/backups/backup'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useChangeBackup } from './api/backups.ts'
import { type BackupDraft, changeOf, draftOf } from './backup-draft.ts'
import styles from './backups.module.css'
import { ExcludesField, NameField, RetentionFields, ScheduleFields } from './plan-fields.tsx'

/** Changes the name, the schedule, the retention and the excludes of a plan. */
export function EditBackupDialog({ plan, close }: { plan: BackupPlan; close: () => void }) {
  const save = useChangeBackup(plan.id)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [draft, setDraft] = useState(() => draftOf(plan, zone))
  const [tried, setTried] = useState<'yes' | 'no'>('no')
  const change = (part: Partial<BackupDraft>) => setDraft({ ...draft, ...part })
  const parsed = changeOf(draft)
  const problems = tried === 'yes' && 'problems' in parsed ? parsed.problems : {}
  const fields = { draft, problems, change }
  return (
    <Modal opened onClose={close} size="lg" title={`Edit ${plan.name}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          setTried('yes')
          if ('change' in parsed) save.mutate(parsed.change, { onSuccess: close })
        }}
      >
        <NameField {...fields} />
        <ExcludesField {...fields} />
        <ScheduleFields {...fields} />
        <RetentionFields {...fields} />
        <p className={styles.text}>
          Recovery points that are no longer kept are deleted after the next backup. For other
          folders, another instance, volume or bucket, create another plan.
        </p>
        <FormProblem text={save.error ? describeError(save.error).text : undefined} />
        <FormButtons busy={save.isPending} cancel={close}>
          Save
        </FormButtons>
      </Form>
    </Modal>
  )
}
