import type { PriceDays } from '@gridloom/contract/machines/machine'
import { useNow } from '../../browser/clock.ts'
import { Sparkline } from '../../ui/components/sparkline.tsx'
import { formatPerHour } from '../../ui/format/money.ts'
import { priceSeries } from './price-series.ts'

interface PriceLineProps {
  days: PriceDays
  width?: number
  height?: number
}

/** The price of the last 30 days as a small chart; nothing until a second day is known. */
export function PriceLine({ days, width = 56, height = 20 }: PriceLineProps) {
  const values = priceSeries(days, useNow())
  const last = values.at(-1)
  if (last === undefined || values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // Some room below, so that a price that never changed is a line across the middle.
  const room = Math.max((high - low) / 3, high / 4)
  return (
    <Sparkline
      values={values}
      min={low - room}
      max={high + room}
      width={width}
      height={height}
      label={`Price over ${values.length} days, ${formatPerHour(low)} to ${formatPerHour(high)}`}
      now={formatPerHour(last)}
    />
  )
}
