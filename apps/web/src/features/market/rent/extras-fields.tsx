import { limits } from '@gridloom/contract/core/constants'
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { problemAt, type WrongFields } from './problem-at.ts'
import styles from './rent-dialog.module.css'
import type { EnvRow, RentDraft } from './rent-draft.ts'

interface ExtrasFieldsProps {
  draft: RentDraft
  wrong: WrongFields
  onChange: (part: Partial<RentDraft>) => void
}

/** Optional fields: a label for the instance, its restart policy, and its environment. */
export function ExtrasFields({ draft, wrong, onChange }: ExtrasFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span>
          Label, restart and environment <span className={styles.hint}>optional</span>
        </span>
      </legend>
      <TextInput
        aria-label="Label"
        placeholder="Optional name"
        maxLength={limits.labelChars}
        value={draft.label}
        error={problemAt(wrong, 'label')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Checkbox
        label="Start again after a restart of the machine"
        description="Nothing is charged while the machine is off."
        checked={draft.restartPolicy === 'on_machine_restart'}
        onChange={(event) =>
          onChange({ restartPolicy: event.currentTarget.checked ? 'on_machine_restart' : 'never' })
        }
      />
      <EnvRows env={draft.env} wrong={wrong} onChange={(env) => onChange({ env })} />
    </fieldset>
  )
}

interface EnvRowsProps {
  env: readonly EnvRow[]
  wrong: WrongFields
  onChange: (env: readonly EnvRow[]) => void
}

function EnvRows({ env, wrong, onChange }: EnvRowsProps) {
  const nextRow = Math.max(0, ...env.map(({ row }) => row)) + 1
  return (
    <>
      {env.map((entry) => (
        <EnvRowFields
          key={entry.row}
          entry={entry}
          problem={problemAt(wrong, `env.${entry.name.trim()}`)}
          onChange={(part) =>
            onChange(env.map((each) => (each === entry ? { ...each, ...part } : each)))
          }
          onRemove={() => onChange(env.filter((each) => each !== entry))}
        />
      ))}
      {wrong.env && <span className={styles.problem}>{wrong.env}</span>}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          disabled={env.length >= limits.envEntries}
          onClick={() => onChange([...env, { row: nextRow, name: '', value: '' }])}
        >
          Add a variable
        </Button>
      </div>
    </>
  )
}

interface EnvRowFieldsProps {
  entry: EnvRow
  problem: string | undefined
  onChange: (part: Partial<EnvRow>) => void
  onRemove: () => void
}

function EnvRowFields({ entry, problem, onChange, onRemove }: EnvRowFieldsProps) {
  return (
    <div className={styles.envRow}>
      <TextInput
        aria-label="Variable name"
        placeholder="NAME"
        className={styles.mono}
        value={entry.name}
        error={problem}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Value of ${entry.name || 'the variable'}`}
        placeholder="value"
        className={styles.mono}
        value={entry.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon
        size={34}
        aria-label={`Remove ${entry.name || 'the variable'}`}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}
