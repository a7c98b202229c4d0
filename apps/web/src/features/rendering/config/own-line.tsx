import { UnstyledButton } from '@mantine/core'
import styles from './config.module.css'
import type { OwnField } from './own-values.ts'
import type { Draft } from './use-draft.ts'

interface OwnLineProps {
  draft: Draft
  field: OwnField
  /** Name of the field, for the button's label. */
  name: string
}

/** The file's own value of a field, with a button to reset to it if it was changed. */
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
