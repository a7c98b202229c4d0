import type { ReactNode } from 'react'
import styles from './field-group.module.css'

/** Fields that belong together, under one name. */
export function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.name}>{name}</legend>
      {children}
    </fieldset>
  )
}

/** What to know of fields that stand beside it. */
export function FieldHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
