import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** Small text next to the title: a count, a date. */
  note?: ReactNode
  actions?: ReactNode
  /** `flush` lets tables and lists touch the border. */
  inset?: 'padded' | 'flush'
  children: ReactNode
}

/** A titled block with a hairline border; screens consist of these. */
export function Section({ title, note, actions, inset = 'padded', children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body} data-inset={inset}>
        {children}
      </div>
    </section>
  )
}
