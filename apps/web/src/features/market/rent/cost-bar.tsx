import type { Quote } from '@gridloom/contract/market/quote'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { costParts } from './cost-parts.ts'
import styles from './quote-panel.module.css'

/** Breakdown of the running price: a stacked bar with its parts listed below. */
export function CostBar({ quote }: { quote: Quote }) {
  const parts = costParts(quote)
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ kind, share }) => (
          <span
            key={kind}
            className={styles.segment}
            data-kind={kind}
            style={{ width: `${share * 100}%` }}
          />
        ))}
      </div>
      <ul className={styles.parts} aria-label="Price breakdown">
        {parts.map(({ kind, text, amount, microUsdPerHour }) => (
          <li key={kind} className={styles.part}>
            <span className={`${styles.swatch} ${styles.segment}`} data-kind={kind} aria-hidden />
            <span>
              {text} <span className={styles.muted}>{amount}</span>
            </span>
            <HourlyPrice microUsdPerHour={microUsdPerHour} />
          </li>
        ))}
      </ul>
    </>
  )
}
