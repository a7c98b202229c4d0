import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import { microUsdPerCent } from '@gridloom/domain/cards/payment-states'
import { formatMoney } from '../../ui/format/money.ts'
import { microUsdOf, type Usd } from '../../ui/format/usd.ts'

/** What one payment may have. */
interface Limits {
  payment_micro_usd_min: number
  payment_micro_usd_max: number
}

const usualUsd = [10, 25, 50, 100]

/** The amounts to choose from, within the limits. */
export function presetsOf({ payment_micro_usd_min: min, payment_micro_usd_max: max }: Limits) {
  return usualUsd.map((usd) => usd * microUsdPerUsd).filter((one) => one >= min && one <= max)
}

/** What is wrong with the typed amount of a payment. */
export function amountProblem(usd: Usd, limits: Limits): string | undefined {
  const { payment_micro_usd_min: min, payment_micro_usd_max: max } = limits
  const microUsd = microUsdOf(usd)
  if (usd === '' || !(microUsd >= min && microUsd <= max))
    return `Enter an amount of ${formatMoney(min)} to ${formatMoney(max)}`
  return isWholeCents(microUsd) ? undefined : 'Enter whole cents'
}

export function isWholeCents(microUsd: number): boolean {
  return microUsd % microUsdPerCent === 0
}

/** Rounds down to whole cents, as cards are paid in them; never below zero. */
export function downToCents(microUsd: number): number {
  return Math.max(0, microUsd - (microUsd % microUsdPerCent))
}
