import {
  formatMoney,
  formatMoneyExact,
  formatPerHour,
  formatPerMonth,
  splitMoneyChange,
} from '../format/money.ts'
import styles from './money.module.css'

/** An amount of money; the exact micro-dollars stand in its title. */
export function Money({ microUsd }: { microUsd: number }) {
  return (
    <span className="gl-num" title={formatMoneyExact(microUsd)}>
      {formatMoney(microUsd)}
    </span>
  )
}

/** A change of money to the micro-dollar, for ledgers: columns line up, and what is below a cent is quiet. */
export function MoneyChange({ microUsd }: { microUsd: number }) {
  const { cents, rest } = splitMoneyChange(microUsd)
  return (
    <span className="gl-num">
      {cents}
      <span className={styles.rest}>{rest}</span>
    </span>
  )
}

/** A price per hour; what it comes to in a month stands in its title. */
export function HourlyPrice({ microUsdPerHour }: { microUsdPerHour: number }) {
  return (
    <span className="gl-num" title={formatPerMonth(microUsdPerHour)}>
      {formatPerHour(microUsdPerHour)}
    </span>
  )
}
