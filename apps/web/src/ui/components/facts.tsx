import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  name: string
  value: ReactNode
}

/** Names and values in two columns, for hardware, connection lines and receipts. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.name} className={styles.fact}>
          <dt>{fact.name}</dt>
          <dd className="gl-num">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Values below their names, as many per row as fit. */
export function FactGrid({ facts }: { facts: readonly (Fact & { wide?: 'line' })[] }) {
  return (
    <dl className={styles.grid}>
      {facts.map(({ name, value, wide }) => (
        <div key={name} data-wide={wide}>
          <dt>{name}</dt>
          <dd className="gl-num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One value with its name above and a note below; several form a strip. */
export function Figure({ name, value, note }: Fact & { note?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <div className={styles.name}>{name}</div>
      <div className={`${styles.value} gl-num`}>{value}</div>
      {note && <div className={styles.note}>{note}</div>}
    </div>
  )
}

/** A strip of {@link Figure}s that share one hairline border. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return <div className={styles.strip}>{children}</div>
}
