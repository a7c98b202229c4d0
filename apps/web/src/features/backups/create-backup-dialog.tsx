import { SegmentedControl, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instancesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { volumesQuery } from '../../shared/volumes/api/volumes.ts'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useCreateBackup } from './api/backups.ts'
import { type BackupDraft, defaultPaths, emptyDraft, planOf } from './backup-draft.ts'
import styles from './backups.module.css'
import { MadePassword } from './made-password.tsx'
import {
  DestinationFields,
  ExcludesField,
  NameField,
  RetentionFields,
  ScheduleFields,
} from './plan-fields.tsx'

interface CreateBackupDialogProps {
  /** The instance that is chosen first. */
  instance: string | undefined
  close: () => void
}

/** Creates a backup plan, then shows its password if that was made. */
export function CreateBackupDialog({ instance, close }: CreateBackupDialogProps) {
  const create = useCreateBackup()
  const password = create.data?.password ?? null
  return (
    <Modal opened onClose={close} size="lg" title="Create backup plan">
      {password === null ? (
        <PlanForm
          instance={instance}
          busy={create.isPending}
          problem={create.error ? describeError(create.error).text : undefined}
          save={(plan) =>
            create.mutate(plan, { onSuccess: (made) => made.password === null && close() })
          }
          close={close}
        />
      ) : (
        <MadePassword password={password} done={close} />
      )}
    </Modal>
  )
}

interface PlanFormProps extends CreateBackupDialogProps {
  busy: boolean
  problem: string | undefined
  save: (plan: Extract<ReturnType<typeof planOf>, { plan: unknown }>['plan']) => void
}

function PlanForm({ instance, busy, problem, save, close }: PlanFormProps) {
  const instances = useQuery(instancesQuery(useClient())).data ?? []
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [draft, setDraft] = useState(() => emptyDraft(instance ?? '', zone))
  const [tried, setTried] = useState<'yes' | 'no'>('no')
  const change = (part: Partial<BackupDraft>) => setDraft({ ...draft, ...part })
  const chosen = draft.instance === '' ? (instances[0]?.id ?? '') : draft.instance
  const volumes = useQuery(volumesQuery(useClient())).data ?? []
  const volume = draft.volume === '' ? (volumes[0]?.id ?? '') : draft.volume
  const parsed = planOf({ ...draft, instance: chosen, volume })
  const problems = tried === 'yes' && 'problems' in parsed ? parsed.problems : {}
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        setTried('yes')
        if ('plan' in parsed) save(parsed.plan)
      }}
    >
      <NameField draft={draft} problems={problems} change={change} />
      <SegmentedControl
        aria-label="What to back up"
        data={[
          { value: 'instance', label: 'Instance' },
          { value: 'volume', label: 'Volume' },
        ]}
        value={draft.of}
        onChange={(of) => change({ of, paths: defaultPaths[of] })}
      />
      {draft.of === 'instance' ? (
        <Select
          label="Instance"
          placeholder="No instances"
          allowDeselect={false}
          data={instances.map(({ id, label }) => ({ value: id, label }))}
          value={chosen === '' ? null : chosen}
          error={problems.instance}
          onChange={(value) => change({ instance: value ?? '' })}
        />
      ) : (
        <Select
          label="Volume"
          description={
            draft.to === 's3'
              ? 'A running instance must have it attached to reach a bucket of yours.'
              : 'Attached or not: its machine must be online.'
          }
          placeholder="No volumes"
          allowDeselect={false}
          data={volumes.map(({ id, name }) => ({ value: id, label: name }))}
          value={volume === '' ? null : volume}
          error={problems.volume}
          onChange={(value) => change({ volume: value ?? '' })}
        />
      )}
      <Textarea
        label="Files and folders"
        description={
          draft.of === 'instance' ? 'One a line.' : 'One a line, from the root of the volume.'
        }
        required
        autosize
        minRows={2}
        value={draft.paths}
        error={problems.paths}
        onChange={(event) => change({ paths: event.currentTarget.value })}
      />
      <ExcludesField draft={draft} problems={problems} change={change} />
      <ScheduleFields draft={draft} problems={problems} change={change} />
      <RetentionFields draft={draft} problems={problems} change={change} />
      <DestinationFields draft={draft} problems={problems} change={change} />
      <PasswordField
        label="Password"
        description="Encrypts the backups. Leave it empty to get one."
        autoComplete="new-password"
        value={draft.password}
        error={problems.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <p className={styles.text}>
        Gridloom keeps the password sealed, so that backups run without you, and gives it to the
        instance while one runs. Backups with Gridloom cost storage by the GB.
      </p>
      <FormProblem text={problem} />
      <FormButtons busy={busy} cancel={close}>
        Create backup plan
      </FormButtons>
    </Form>
  )
}
