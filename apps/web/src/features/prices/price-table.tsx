import type { ClassPrices } from '@gridloom/contract/prices/prices'
import { hardwareName, rentedShare } from '@gridloom/domain/prices/price-words'
import { Link } from '@tanstack/react-router'
import { HourlyPrice } from '../../ui/components/money.tsx'
import { Sparkline } from '../../ui/components/sparkline.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatPerHour } from '../../ui/format/money.ts'
import styles from './prices.module.css'

const columns: readonly Column[] = [
  { text: 'Hardware' },
  { text: 'Median asked', align: 'number' },
  { text: '10 % to 90 %', align: 'number' },
  { text: 'Median paid', align: 'number' },
  { text: 'Rented', align: 'number' },
  { text: 'Last rented', align: 'number' },
  { text: '30 days' },
]

/** The prices of all hardware; a row's name shows its days. */
export function PriceTable({
  prices,
  shown,
}: {
  prices: readonly ClassPrices[]
  shown: string | undefined
}) {
  return (
    <Table label="Prices of hardware" columns={columns}>
      {prices.map((each) => (
        <PriceRow key={each.hardware_class} prices={each} isShown={each.hardware_class === shown} />
      ))}
    </Table>
  )
}

function PriceRow({ prices, isShown }: { prices: ClassPrices; isShown: boolean }) {
  const {
    hardware_class: hardware,
    paid_median_micro_usd_per_hour: paid,
    last_rented: last,
  } = prices
  const medians = prices.days.map((day) => day.median_micro_usd_per_hour)
  return (
    <tr>
      <RowHead>
        <Link
          to="/prices"
          search={{ hardware }}
          className={styles.name}
          aria-current={isShown ? 'true' : undefined}
        >
          {hardwareName(hardware)}
        </Link>
      </RowHead>
      <Cell label="Median asked" align="number">
        <HourlyPrice microUsdPerHour={prices.median_micro_usd_per_hour} />
      </Cell>
      <Cell label="10 % to 90 %" align="number">
        <span className={styles.small}>
          {formatPerHour(prices.p10_micro_usd_per_hour)} to{' '}
          {formatPerHour(prices.p90_micro_usd_per_hour)}
        </span>
      </Cell>
      <Cell label="Median paid" align="number">
        {paid === null ? '—' : <HourlyPrice microUsdPerHour={paid} />}
      </Cell>
      <Cell label="Rented" align="number">
        {rentedShare(prices.units_rented, prices.units_listed)}
      </Cell>
      <Cell label="Last rented" align="number">
        {last === null ? (
          '—'
        ) : (
          <>
            <HourlyPrice microUsdPerHour={last.micro_usd_per_hour} />
            <div className={styles.small}>
              <TimeAgo at={last.at} />
            </div>
          </>
        )}
      </Cell>
      <Cell label="30 days">
        <Sparkline
          width={80}
          values={medians}
          max={Math.max(1, ...medians) * 1.1}
          label={`Median price of ${hardwareName(hardware)} over 30 days`}
          now={formatPerHour(prices.median_micro_usd_per_hour)}
        />
      </Cell>
    </tr>
  )
}
