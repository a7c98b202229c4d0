import { product } from '@gridloom/contract/core/product'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import styles from './standalone.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

interface StandaloneProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** Header of a page without navigation: the product's name, linked to the start page, and actions. */
export function StandaloneBar({ children }: { children: ReactNode }) {
  return (
    <header className={styles.bar}>
      <Link to="/onboarding" className={styles.brand}>
        <Mark size={24} />
        {product.name}
      </Link>
      {children}
    </header>
  )
}

/** Layout of a page outside the shell: header, title and content. */
export function Standalone({ title, lead, children }: StandaloneProps) {
  return (
    <div className={styles.page}>
      <StandaloneBar>
        <ThemeSwitch />
      </StandaloneBar>
      <main className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.lead}>{lead}</div>
        {children}
      </main>
    </div>
  )
}
