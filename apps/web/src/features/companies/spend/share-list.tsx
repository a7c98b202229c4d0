import type { Spend } from '@gridloom/contract/companies/spend'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from './spend.module.css'

interface ShareListProps {
  title: string
  note: string
  rows: Spend['by_user']
  /** Shown when there are no rows. */
  none: string
}

/** Spend per member or API key, highest first, each with a bar relative to the highest. */
export function ShareList({ title, note, rows, none }: ShareListProps) {
  const most = Math.max(1, ...rows.map(({ micro_usd }) => micro_usd))
  return (
    <Section title={title} note={note} inset="flush">
      {rows.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.shares} aria-label={title}>
          {rows.map(({ id, name, micro_usd: microUsd }) => (
            <li key={id}>
              <span className={styles.who}>{name}</span>
              <Money microUsd={microUsd} />
              <span className={styles.track} aria-hidden>
                <span style={{ width: `${(microUsd / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
