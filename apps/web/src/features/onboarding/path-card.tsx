import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './path-card.module.css'

interface PathCardProps {
  icon: ReactNode
  title: string
  /** Short facts about this choice; each is a promise of the product. */
  facts: readonly string[]
  /** Whether it was chosen on an earlier visit. */
  isChosen: boolean
  /** The button of this choice. */
  children: ReactNode
}

/** One of the choices on the start page, with its promises. */
export function PathCard({ icon, title, facts, isChosen, children }: PathCardProps) {
  return (
    <section className={styles.card} data-chosen={isChosen || undefined}>
      <h2 className={styles.title}>
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
        {title}
        {isChosen && <span className={styles.chosen}>last visited</span>}
      </h2>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>
            <IconCheck size={15} aria-hidden />
            {fact}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
