import type { Bill } from '@gridloom/contract/ledger/bill'
import { UnstyledButton } from '@mantine/core'
import { monthWord } from '../../../shared/ledger/product-words.ts'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from './bill.module.css'

interface MonthListProps {
  bill: Bill
  open: (month: string) => void
}

/** The last twelve months with spending or earnings; each opens its bill. */
export function MonthList({ bill, open }: MonthListProps) {
  const most = Math.max(1, ...bill.months.map((month) => month.spent_micro_usd))
  const hasEarned = bill.months.some((month) => month.earned_micro_usd !== 0)
  return (
    <Section title="Months" note="last 12" inset="flush">
      {bill.months.length === 0 ? (
        <p className={styles.none}>No charges yet.</p>
      ) : (
        <ul className={styles.items} aria-label="Months">
          {bill.months.map(({ month, spent_micro_usd: spent, earned_micro_usd: earned }) => (
            <li key={month}>
              <UnstyledButton
                className={styles.month}
                aria-current={month === bill.month}
                onClick={() => open(month)}
              >
                {monthWord(month)}
              </UnstyledButton>
              <span>
                <Money microUsd={spent} />
                {hasEarned && (
                  <span className={styles.product}>
                    {' '}
                    spent, <Money microUsd={earned} /> earned
                  </span>
                )}
              </span>
              <span className={styles.track} aria-hidden>
                <span style={{ width: `${Math.max(0, spent / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
