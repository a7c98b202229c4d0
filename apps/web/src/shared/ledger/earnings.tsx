import type { Bill } from '@gridloom/contract/ledger/bill'
import { Money } from '../../ui/components/money.tsx'
import { Section } from '../../ui/components/section.tsx'
import styles from './bill.module.css'
import { DayChart } from './day-chart.tsx'
import { ProductBars } from './product-bars.tsx'
import { monthWord } from './product-words.ts'

/** The earnings of the account's machines in a month: by product, by day, and with the deducted fee. */
export function Earnings({ bill }: { bill: Bill }) {
  const { earned_micro_usd: earned, fee_micro_usd: fee } = bill
  const rows = bill.products.map(({ product, earned_micro_usd: net, fee_micro_usd: part }) => ({
    product,
    microUsd: net + part,
  }))
  const days = bill.days.map(({ day, earned_micro_usd: net }) => ({ day, micro_usd: net }))
  return (
    <div className={styles.pair}>
      <Section title="Earnings by product" note={monthWord(bill.month)}>
        <ProductBars label="Earnings by product" rows={rows} />
        <dl className={styles.deduct}>
          <dt>Renters paid</dt>
          <dd>
            <Money microUsd={earned + fee} />
          </dd>
          <dt>Platform fee</dt>
          <dd>
            <Money microUsd={-fee} />
          </dd>
          <dt className={styles.net}>You receive</dt>
          <dd className={styles.net}>
            <Money microUsd={earned} />
          </dd>
        </dl>
      </Section>
      <Section title="Earnings by day" note="after the platform fee, UTC" inset="flush">
        <DayChart days={days} of="Earnings" />
      </Section>
    </div>
  )
}
