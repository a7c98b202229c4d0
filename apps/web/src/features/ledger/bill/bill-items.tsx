import type { Bill } from '@gridloom/contract/ledger/bill'
import { productWords } from '../../../shared/ledger/product-words.ts'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { ResourceLink } from '../resource-link.tsx'
import styles from './bill.module.css'

/** The resources that cost most in the month, after their automatic credits. */
export function BillItems({ bill }: { bill: Bill }) {
  return (
    <Section title="Spend by resource" inset="flush">
      {bill.items.length === 0 ? (
        <p className={styles.none}>No spending this month.</p>
      ) : (
        <ul className={styles.items} aria-label="Spend by resource">
          {bill.items.map((item) => (
            <li
              key={
                item.instance_id ??
                item.reservation_id ??
                item.render_job_id ??
                item.volume_id ??
                item.product
              }
            >
              <span className={styles.what}>
                <ResourceLink of={item} />
                <span className={styles.product}>{productWords[item.product]}</span>
                {item.credited_micro_usd > 0 && (
                  <span className={styles.product}>
                    after <Money microUsd={item.credited_micro_usd} /> credit
                  </span>
                )}
              </span>
              <Money microUsd={item.spent_micro_usd} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
