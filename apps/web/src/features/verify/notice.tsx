import type { ReactNode } from 'react'
import { Mark } from '../../ui/components/mark.tsx'
import styles from './verify-page.module.css'

interface NoticeProps {
  title: string
  text: string
  /** Urgency for screen readers. */
  role?: 'status' | 'alert'
  children?: ReactNode
}

/** A short message in the middle of an otherwise empty page, with actions. */
export function Notice({ title, text, role = 'status', children }: NoticeProps) {
  return (
    <main className={styles.page}>
      <Mark size={36} />
      <div role={role}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </main>
  )
}
