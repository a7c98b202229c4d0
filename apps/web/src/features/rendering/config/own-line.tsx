import { UnstyledButton } from '@mantine/core'
import styles from './config.module.css'
import type { OwnField } from './own-values.ts'
import type { Draft } from './use-draft.ts'

interface OwnLineProps {
  draft: Draft
  field: OwnField
  /** What the field is called, for the button. */
  name: string
}

/** What the file itself has in a field, with one press back to it where it was changed. */
export function OwnLine({ draft, field, name }: OwnLineProps) {
  const own = draft.own?.of(field)
  if (own === undefined) return null
  const { typed } = own
  const changed = typed !== undefined && typed[field] !== draft.form.values[field]
  return (
    <span className={styles.own}>
      From file: {own.words}
      {changed && (
        <UnstyledButton
          className={styles.back}
          aria-label={`Use the file’s value: ${name}`}
          onClick={() => draft.form.setValues(typed)}
        >
          use it
        </UnstyledButton>
      )}
    </span>
  )
}
