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
  /** One line below the title: the purpose of the page, or a count. */
  lead?: ReactNode
  /** Next to the title, for a state. */
  badge?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  children: ReactNode
}

/** Layout of a page: breadcrumbs, title with badge and actions, then its content. Also sets the tab's title. */
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

/** Sets the title of the browser tab while the caller is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product.name}`
  }, [title])
}
