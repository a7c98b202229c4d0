import type { ReactNode } from 'react'
import { PublicHeader } from './public-header.tsx'
import styles from './public-page.module.css'

interface PublicPageProps {
  title: string
  /** A line below the title, such as a date. */
  note?: ReactNode
  children: ReactNode
}

/** Layout of a public text: header, title, note and content in a readable width. */
export function PublicPage({ title, note, children }: PublicPageProps) {
  return (
    <>
      <PublicHeader />
      <main className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
        {children}
      </main>
    </>
  )
}
