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

/** The bar of a screen without navigation: the name, which leads to the front door, and what may be done. */
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

/** The frame of a screen that stands by itself: the name, a title and what it is about. */
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
