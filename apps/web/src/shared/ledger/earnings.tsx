import type { Bill } from '@gridloom/contract/ledger/bill'
import { Money } from '../../ui/components/money.tsx'
import { Section } from '../../ui/components/section.tsx'
import styles from './bill.module.css'
import { DayChart } from './day-chart.tsx'
import { ProductBars } from './product-bars.tsx'
import { monthWord } from './product-words.ts'

/** The earnings of the account's machines in a month: by product, by day, and with what is deducted. */
export function Earnings({ bill }: { bill: Bill }) {
  const { earned_micro_usd: earned, fee_micro_usd: fee, paid_back_micro_usd: paidBack } = bill
  const rows = bill.products.map((row) => ({ product: row.product, microUsd: chargedOf(row) }))
  const days = bill.days.map(({ day, earned_micro_usd: net }) => ({ day, micro_usd: net }))
  return (
    <div className={styles.pair}>
      <Section title="Earnings by product" note={monthWord(bill.month)}>
        <ProductBars label="Earnings by product" rows={rows} />
        <dl className={styles.deduct}>
          <dt>Renters paid</dt>
          <dd>
            <Money microUsd={chargedOf(bill)} />
          </dd>
          {paidBack > 0 && (
            <>
              <dt>Automatic credits</dt>
              <dd>
                <Money microUsd={-paidBack} />
              </dd>
            </>
          )}
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
      <Section title="Earnings by day" note="after fee and credits, UTC" inset="flush">
        <DayChart days={days} of="Earnings" />
      </Section>
    </div>
  )
}

/** Whether machines earned anything in the month, or paid anything back. */
export function hasEarned({ earned_micro_usd: earned, paid_back_micro_usd: back }: Bill): boolean {
  return earned !== 0 || back !== 0
}

type Earned = Pick<Bill, 'earned_micro_usd' | 'fee_micro_usd' | 'paid_back_micro_usd'>

/** What renters were charged, before credits. */
function chargedOf(row: Earned): number {
  return row.earned_micro_usd + row.fee_micro_usd + row.paid_back_micro_usd
}
