import {
  formatMoney,
  formatMoneyExact,
  formatPerHour,
  formatPerMonth,
  splitMoneyChange,
} from '../format/money.ts'
import styles from './money.module.css'

/** An amount of money; the exact micro-dollars are in the tooltip. */
export function Money({ microUsd }: { microUsd: number }) {
  return (
    <span className="gl-num" title={formatMoneyExact(microUsd)}>
      {formatMoney(microUsd)}
    </span>
  )
}

/** A change to the micro-dollar, for ledgers: columns align, and digits below a cent are dimmed. */
export function MoneyChange({ microUsd }: { microUsd: number }) {
  const { cents, rest } = splitMoneyChange(microUsd)
  return (
    <span className="gl-num">
      {cents}
      <span className={styles.rest}>{rest}</span>
    </span>
  )
}

/** A price per hour, with the price per month in the tooltip. */
export function HourlyPrice({ microUsdPerHour }: { microUsdPerHour: number }) {
  return (
    <span className="gl-num" title={formatPerMonth(microUsdPerHour)}>
      {formatPerHour(microUsdPerHour)}
    </span>
  )
}
