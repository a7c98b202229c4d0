import { microUsdPerUsd } from '@gridloom/contract/core/constants'

/** An amount as it stands in a field of a form: a number, or text while it is typed. */
export type Usd = number | string

/** Dollars of a field as micro-dollars. */
export function microUsdOf(usd: Usd): number {
  return Math.round(Number(usd) * microUsdPerUsd)
}

/** Micro-dollars for a field. */
export function usdOf(microUsd: number): number {
  return microUsd / microUsdPerUsd
}
