import type { ClassPrices, PriceDay } from '@gridloom/contract/prices/prices'
import { hardwareName, rentedShare } from '@gridloom/domain/prices/price-words'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { DayPlot } from '../../shared/charts/day-plot.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { formatPerHour } from '../../ui/format/money.ts'
import { plural } from '../../ui/format/numbers.ts'
import styles from './prices.module.css'
import { priceHistoryQuery } from './prices-queries.ts'

const spans = ['30', '90', '365'] as const

/** The days of one kind of hardware: the median asked, and how much was rented. */
export function ClassDays({ prices }: { prices: ClassPrices }) {
  const [span, setSpan] = useState<string>(spans[0])
  const { hardware_class: hardware } = prices
  const days = useQuery(priceHistoryQuery(useClient(), hardware, Number(span)))
  return (
    <Section
      title={hardwareName(hardware)}
      note="median of each day, UTC"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Days shown"
          value={span}
          onChange={setSpan}
          data={spans.map((value) => ({ value, label: `${value} days` }))}
        />
      }
    >
      <Loaded query={days} what="the days" rows={4}>
        {(list) => <Days list={list} name={hardwareName(hardware)} />}
      </Loaded>
    </Section>
  )
}

function Days({ list, name }: { list: readonly PriceDay[]; name: string }) {
  const days = useMemo(() => list.map(({ day }) => day), [list])
  const asked = useMemo(
    () => [{ name: 'Asked', values: list.map((day) => day.median_micro_usd_per_hour) }],
    [list],
  )
  const listed = list.reduce((sum, day) => sum + day.unit_hours_listed, 0)
  const rented = list.reduce((sum, day) => sum + day.unit_hours_rented, 0)
  const last = list.at(-1)
  const now = last ? formatPerHour(last.median_micro_usd_per_hour) : 'no price'
  return (
    <>
      <DayPlot
        days={days}
        series={asked}
        look="line"
        write={formatPerHour}
        summary={`Median price of ${name} over ${plural(days.length, 'day')}, last ${now}`}
        caption={`${now} on the last day`}
      />
      <p className={styles.text}>
        {rentedShare(rented, listed)} of the listed time was rented in these{' '}
        {plural(days.length, 'day')}.
      </p>
    </>
  )
}
