import type { Bill, BillForecast } from '@gridloom/contract/ledger/bill'
import { Money } from '../../../ui/components/money.tsx'
import { formatMoney, formatPerHour } from '../../../ui/format/money.ts'
import styles from './bill.module.css'

/** The cost of the month so far after automatic credits, and its forecast at the current rate. */
export function BillTotal({ bill }: { bill: Bill }) {
  const { forecast, spent_micro_usd: spent } = bill
  return (
    <div className={styles.totals}>
      <div>
        <div className={styles.name}>{forecast === null ? 'Total' : 'So far this month'}</div>
        <div className={styles.amount}>
          <Money microUsd={spent} />
        </div>
        <Credited bill={bill} />
      </div>
      {forecast && (
        <div>
          <div className={styles.name}>Forecast for the month</div>
          <div className={styles.amount} data-kind="forecast">
            <Money microUsd={forecast.micro_usd} />
          </div>
          <p className={styles.how}>{forecastWords(forecast)}</p>
        </div>
      )}
    </div>
  )
}

/** What was charged and what came back of it; nothing where nothing did. */
function Credited({ bill }: { bill: Bill }) {
  const { spent_micro_usd: spent, credited_micro_usd: credited } = bill
  if (credited === 0) return null
  return (
    <dl className={styles.parts}>
      <dt>Charges</dt>
      <dd>
        <Money microUsd={spent + credited} />
      </dd>
      <dt>Automatic credits</dt>
      <dd>
        <Money microUsd={-credited} />
      </dd>
    </dl>
  )
}

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Says how the forecast is computed. */
export function forecastWords(forecast: BillForecast): string {
  const { micro_usd_per_hour: rate, from_holds_micro_usd: held, funds_end_at: end } = forecast
  const parts = [
    ...(rate > 0 ? [`running instances at ${formatPerHour(rate)} until ${untilWords(end)}`] : []),
    ...(held > 0 ? [`up to ${formatMoney(held)} on hold for renders and answers in progress`] : []),
  ]
  if (parts.length === 0) return 'No active charges: the amount so far.'
  return `The amount so far, plus ${parts.join(', and ')}.`
}

function untilWords(fundsEndAt: string | null): string {
  if (fundsEndAt === null) return 'the month ends'
  return `your balance runs out on ${dayFormat.format(new Date(fundsEndAt))}`
}
