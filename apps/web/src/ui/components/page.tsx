import { product } from '@gridloom/contract/core/product'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

interface Crumb {
  text: string
  to: string
}

interface PageProps {
  title: string
  /** One line under the title: what this screen is for, or its count. */
  lead?: ReactNode
  /** Beside the title, for a state. */
  badge?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  children: ReactNode
}

/** The frame of a screen: crumbs, title with badge and actions, then its content. Names the tab too. */
export function Page({ title, lead, badge, actions, crumbs = [], children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {crumbs.length > 0 && <Crumbs crumbs={crumbs} title={title} />}
        <div className={styles.row}>
          <div className={styles.words}>
            <div className={styles.heading}>
              <h1 className={styles.title}>{title}</h1>
              {badge}
            </div>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}

function Crumbs({ crumbs, title }: { crumbs: readonly Crumb[]; title: string }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        {crumbs.map((crumb) => (
          <li key={crumb.to}>
            <Link to={crumb.to}>{crumb.text}</Link>
            <IconChevronRight size={12} aria-hidden />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

/** Names the browser's tab while the calling screen is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product.name}`
  }, [title])
}
