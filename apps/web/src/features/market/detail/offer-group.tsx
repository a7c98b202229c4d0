import type { ReactNode } from 'react'
import styles from './offer-drawer.module.css'

interface OfferGroupProps {
  icon: ReactNode
  title: string
  note: ReactNode
  children: ReactNode
}

/** One group of an offer's details. */
export function OfferGroup({ icon, title, note, children }: OfferGroupProps) {
  return (
    <section>
      <h3 className={styles.heading}>
        {icon}
        {title} <span>{note}</span>
      </h3>
      {children}
    </section>
  )
}
