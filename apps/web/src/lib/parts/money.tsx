import {
  formatMoney,
  formatMoneyChange,
  formatMoneyExact,
  formatPerHour,
  formatPerMonth,
} from '../format/money.ts'

interface MoneyProps {
  microUsd: number
  /** `change` shows the sign of gains too. */
  as?: 'amount' | 'change'
}

/** An amount of money; the exact micro-dollars stand in its title. */
export function Money({ microUsd, as = 'amount' }: MoneyProps) {
  return (
    <span className="gl-num" title={formatMoneyExact(microUsd)}>
      {as === 'change' ? formatMoneyChange(microUsd) : formatMoney(microUsd)}
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
