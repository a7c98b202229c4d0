import { limits } from '@gridloom/contract/core/constants'
import { NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { BackupDraft, BackupProblems } from './backup-draft.ts'
import styles from './backups.module.css'

interface PlanFieldsProps {
  draft: BackupDraft
  problems: BackupProblems
  change: (part: Partial<BackupDraft>) => void
}

/** What a plan is called. */
export function NameField({ draft, problems, change }: PlanFieldsProps) {
  return (
    <TextInput
      label="Name"
      placeholder="nightly"
      required
      maxLength={limits.labelChars}
      value={draft.name}
      error={problems.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  )
}

/** What a plan leaves out. */
export function ExcludesField({ draft, problems, change }: PlanFieldsProps) {
  return (
    <Textarea
      label="Leave out"
      description="Patterns, one a line, such as *.tmp"
      autosize
      minRows={1}
      value={draft.excludes}
      error={problems.excludes}
      onChange={(event) => change({ excludes: event.currentTarget.value })}
    />
  )
}

const whens = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Sunday' },
  { value: 'cron', label: 'Cron expression' },
  { value: 'manual', label: 'By hand' },
] as const

/** When a plan runs. */
export function ScheduleFields({ draft, problems, change }: PlanFieldsProps) {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', draft.timeZone])]
  return (
    <>
      <Select
        label="Schedule"
        allowDeselect={false}
        data={whens}
        value={draft.when}
        onChange={(when) => when !== null && change({ when })}
      />
      {(draft.when === 'daily' || draft.when === 'weekly') && (
        <TextInput
          type="time"
          label="Time"
          required
          value={draft.time}
          error={problems.cron}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
      )}
      {draft.when === 'cron' && (
        <TextInput
          label="Cron expression"
          required
          value={draft.cron}
          error={problems.cron}
          onChange={(event) => change({ cron: event.currentTarget.value })}
        />
      )}
      {draft.when !== 'manual' && (
        <Select
          label="Time zone"
          searchable
          limit={100}
          allowDeselect={false}
          data={zones.toSorted()}
          value={draft.timeZone}
          onChange={(timeZone) => timeZone !== null && change({ timeZone })}
        />
      )}
    </>
  )
}

const kept = [
  { field: 'last', label: 'Last' },
  { field: 'daily', label: 'Days' },
  { field: 'weekly', label: 'Weeks' },
  { field: 'monthly', label: 'Months' },
] as const

/** How many recovery points stay. */
export function RetentionFields({ draft, problems, change }: PlanFieldsProps) {
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Keep</legend>
      <div className={styles.fields}>
        {kept.map(({ field, label }) => (
          <NumberInput
            key={field}
            label={label}
            min={0}
            max={limits.backupPointsKept}
            allowDecimal={false}
            value={draft[field]}
            error={field === 'daily' ? problems.daily : undefined}
            onChange={(value) => typeof value === 'number' && change({ [field]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Where the repository is. */
export function DestinationFields({ draft, problems, change }: PlanFieldsProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Where to store"
        data={[
          { value: 'gridloom', label: 'With Gridloom' },
          { value: 's3', label: 'Own S3 bucket' },
        ]}
        value={draft.to}
        onChange={(to) => change({ to })}
      />
      {draft.to === 's3' && (
        <>
          <TextInput
            label="Bucket"
            placeholder="https://s3.eu-central-1.amazonaws.com/bucket/folder"
            required
            value={draft.url}
            error={problems.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <TextInput
            label="Region"
            placeholder="eu-central-1"
            value={draft.region}
            error={problems.region}
            onChange={(event) => change({ region: event.currentTarget.value })}
          />
          <TextInput
            label="Access key ID"
            required
            value={draft.accessKey}
            error={problems.accessKey}
            onChange={(event) => change({ accessKey: event.currentTarget.value })}
          />
          <PasswordField
            label="Secret access key"
            description="The instance writes to the bucket itself, so use a key for this bucket alone."
            required
            autoComplete="off"
            value={draft.secretKey}
            error={problems.secretKey}
            onChange={(event) => change({ secretKey: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
