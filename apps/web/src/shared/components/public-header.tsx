import { product } from '@gridloom/contract/core/product'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { Mark } from '../../ui/components/mark.tsx'
import { ThemeSwitch } from '../../ui/components/theme-switch.tsx'
import styles from './public-header.module.css'

/** Header of public pages. Where no blog or store is configured, its link leads to our own page. */
export function PublicHeader() {
  const config = useQuery(configQuery(useClient())).data
  return (
    <header className={styles.bar}>
      <Link to="/onboarding" className={styles.brand}>
        <Mark size={24} />
        {product.name}
      </Link>
      <nav aria-label="Public" className={styles.links}>
        <Link to="/instance">Open Dashboard</Link>
        {config?.blog_url ? (
          <Elsewhere href={config.blog_url}>Blog</Elsewhere>
        ) : (
          <Link to="/blog">Blog</Link>
        )}
        {config?.extension_store_url ? (
          <Elsewhere href={config.extension_store_url}>Browser extension</Elsewhere>
        ) : (
          <Link to="/extension">Browser extension</Link>
        )}
        <Link to="/onboarding">Getting Started</Link>
      </nav>
      <ThemeSwitch />
    </header>
  )
}

function Elsewhere({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
