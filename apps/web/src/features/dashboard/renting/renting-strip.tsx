import type { Renting } from '@gridloom/contract/dashboard/dashboard'
import type { Balance } from '@gridloom/contract/ledger/balance'
import { Link } from '@tanstack/react-router'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import styles from '../dashboard.module.css'
import { lastsUntil } from './lasts-until.ts'

interface RentingStripProps {
  renting: Renting
  /** `undefined`: not loaded, or not shown to this user. */
  balance: Balance | undefined
}

/** What runs now, what was spent, and how long the balance lasts. */
export function RentingStrip({ renting, balance }: RentingStripProps) {
  const { running, spent, forecast } = renting
  const rate = balance?.spend_rate_micro_usd_per_hour ?? 0
  return (
    <FigureStrip>
      <Figure
        name="Running now"
        value={
          <Link to="/instance/myinstance" className={styles.link}>
            {plural(running, 'instance')}
          </Link>
        }
        note={rate > 0 ? <SpendRate microUsdPerHour={rate} /> : 'No active charges'}
      />
      <Figure
        name="Spent today"
        value={<Money microUsd={spent.today_micro_usd} />}
        note={`${formatMoney(spent.week_micro_usd)} this week`}
      />
      <Figure
        name="Spent this month"
        value={<Money microUsd={spent.month_micro_usd} />}
        note={`Forecast ${formatMoney(forecast.micro_usd)}`}
      />
      <Figure
        name="Balance"
        value={balance ? <Money microUsd={balance.available_micro_usd} /> : '—'}
        note={balance && lastsUntil(balance)}
      />
    </FigureStrip>
  )
}

function SpendRate({ microUsdPerHour }: { microUsdPerHour: number }) {
  return (
    <>
      Spend rate <HourlyPrice microUsdPerHour={microUsdPerHour} />
    </>
  )
}
