import type { ReactNode } from 'react'
import styles from './dashboard.module.css'

/** The title of one half of the page, where it has both. */
export function PartTitle({ children }: { children: ReactNode }) {
  return <p className={styles.partTitle}>{children}</p>
}
