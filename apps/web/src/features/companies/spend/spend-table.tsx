import type { Spend } from '@gridloom/contract/companies/spend'
import { Money } from '../../../ui/components/money.tsx'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import styles from './spend.module.css'

const columns: readonly Column[] = [{ text: 'Day (UTC)' }, { text: 'Spent', align: 'number' }]

/** Spend by day in rows, newest first; days without spend are left out. */
export function SpendTable({ days }: { days: Spend['days'] }) {
  const spent = days.filter(({ micro_usd }) => micro_usd > 0).toReversed()
  return (
    <ScrollRegion className={styles.scroll} aria-label="Days with spend">
      <Table label="Spend by day" columns={columns}>
        {spent.map(({ day, micro_usd: microUsd }) => (
          <tr key={day}>
            <RowHead>
              <time dateTime={day} className="gl-num">
                {day}
              </time>
            </RowHead>
            <Cell label="Spent" align="number">
              <Money microUsd={microUsd} />
            </Cell>
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  )
}
