import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './side-panel.module.css'

interface WithSideProps {
  /** {@link SidePanel}s or sections that belong to the content. */
  side: ReactNode
  children: ReactNode
}

/** Content with panels beside it, or below it on narrow screens. */
export function WithSide({ side, children }: WithSideProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.column}>{children}</div>
      <div className={styles.column}>{side}</div>
    </div>
  )
}

/** {@link SidePanel}s in a row, as many as fit, below a list that needs the whole width. */
export function PanelRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

interface SidePanelProps {
  title: string
  children: ReactNode
}

/** A quiet panel beside the content: help, a command, a related page. */
export function SidePanel({ title, children }: SidePanelProps) {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
