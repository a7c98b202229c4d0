import type { ReactNode } from 'react'
import styles from './item-list.module.css'

/** A list of {@link Item}s: sessions, keys, sign-in methods. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface ItemProps {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  /** Lines under the title. */
  children?: ReactNode
  actions?: ReactNode
}

/** One row of a list: icon, title, facts and actions. */
export function Item({ icon, title, badge, children, actions }: ItemProps) {
  return (
    <li className={styles.item}>
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <div className={styles.words}>
        <div className={styles.title}>
          {title}
          {badge}
        </div>
        {children && <div className={styles.sub}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}

/** Facts in one line, separated by dots; empty ones are left out. */
export function Line({ facts }: { facts: readonly { key: string; fact: ReactNode }[] }) {
  return (
    <span className={styles.line}>
      {facts
        .filter(({ fact }) => fact !== null)
        .map(({ key, fact }) => (
          <span key={key}>{fact}</span>
        ))}
    </span>
  )
}
