import { limits } from '@gridloom/contract/core/constants'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { problemAt, type WrongFields } from '../../ui/form/problem-at.ts'
import styles from './container-fields.module.css'
import type { EnvRow } from './env-rows.ts'

interface EnvFieldsProps {
  env: readonly EnvRow[]
  wrong: WrongFields
  onChange: (env: readonly EnvRow[]) => void
}

/** Environment variables: a row for each, and a button that adds one. */
export function EnvFields({ env, wrong, onChange }: EnvFieldsProps) {
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
