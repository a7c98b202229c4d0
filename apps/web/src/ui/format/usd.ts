import { microUsdPerUsd } from '@gridloom/contract/core/constants'

/** The value of a dollar field: a number, or text while it is typed. */
export type Usd = number | string

/** Converts the dollars of a field to micro-dollars. */
export function microUsdOf(usd: Usd): number {
  return Math.round(Number(usd) * microUsdPerUsd)
}

/** Converts micro-dollars for a field. */
export function usdOf(microUsd: number): number {
  return microUsd / microUsdPerUsd
}
