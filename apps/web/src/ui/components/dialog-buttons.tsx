import type { ReactNode } from 'react'
import styles from './dialog-buttons.module.css'

/** The buttons that end a dialog. They stay in view while the content above them scrolls. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className={styles.footer}>
      <div className={styles.buttons}>{children}</div>
    </div>
  )
}
