import { Burger } from '@mantine/core'
import styles from './top-bar.module.css'

/** Search, balance, live state, theme and account. */
export function TopBar({ openNavigation }: { openNavigation: () => void }) {
  return (
    <header className={styles.bar}>
      <Burger
        size="sm"
        className={styles.burger}
        onClick={openNavigation}
        aria-label="Open navigation"
      />
    </header>
  )
}
