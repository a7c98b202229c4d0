import type { ReactNode } from 'react'
import styles from './field-group.module.css'

/** Related fields under one name. */
export function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.name}>{name}</legend>
      {children}
    </fieldset>
  )
}

/** A hint next to fields. */
export function FieldHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
