import type { Bill } from '@gridloom/contract/ledger/bill'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import shared from '../../../shared/ledger/bill.module.css'
import { billQuery } from '../../../shared/ledger/bill-query.ts'
import { DayChart } from '../../../shared/ledger/day-chart.tsx'
import { Earnings, hasEarned } from '../../../shared/ledger/earnings.tsx'
import { ProductBars } from '../../../shared/ledger/product-bars.tsx'
import { monthWord } from '../../../shared/ledger/product-words.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from './bill.module.css'
import { BillItems } from './bill-items.tsx'
import { BillTotal } from './bill-total.tsx'
import { MonthList } from './month-list.tsx'

/** The bill of a month: total and forecast, by product, by day and by resource, with the months before. */
export function BillOverview() {
  const [month, setMonth] = useState<string>()
  const bill = useQuery({ ...billQuery(useClient(), month), placeholderData: keepPreviousData })
  return (
    <Loaded query={bill} what="the bill" rows={6}>
      {(shown) => (
        <div className={styles.stack}>
          <Section
            title={monthWord(shown.month)}
            note="months and days in UTC"
            actions={<MonthSelect bill={shown} onChange={setMonth} />}
          >
            <BillTotal bill={shown} />
          </Section>
          {(hasSpent(shown) || !hasEarned(shown)) && <Spending bill={shown} />}
          {hasEarned(shown) && <Earnings bill={shown} />}
          <div className={shared.half}>
            <BillItems bill={shown} />
            <MonthList bill={shown} open={setMonth} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

/** Left out for providers who spent nothing: their earnings say more. */
function Spending({ bill }: { bill: Bill }) {
  return (
    <div className={shared.pair}>
      <Section title="Spend by product">
        <ProductBars label="Spend by product" rows={spentOf(bill)} />
      </Section>
      <Section title="Spend by day" inset="flush">
        <DayChart days={daysOf(bill)} of="Spend" />
      </Section>
    </div>
  )
}

/** Whether anything was charged or came back. */
function hasSpent({ spent_micro_usd: spent, credited_micro_usd: credited }: Bill): boolean {
  return spent !== 0 || credited !== 0
}

function spentOf({ products }: Bill) {
  return products.map(({ product, spent_micro_usd: microUsd }) => ({ product, microUsd }))
}

function daysOf({ days }: Bill) {
  return days.map(({ day, spent_micro_usd: spent }) => ({ day, micro_usd: spent }))
}

interface MonthSelectProps {
  bill: Bill
  onChange: (month: string) => void
}

function MonthSelect({ bill, onChange }: MonthSelectProps) {
  const months = [...new Set([bill.month, ...bill.months.map(({ month }) => month)])]
  if (months.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      aria-label="Month"
      value={bill.month}
      data={months
        .toSorted()
        .toReversed()
        .map((value) => ({ value, label: monthWord(value) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
