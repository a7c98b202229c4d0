import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { chargeFor } from './money.ts'

export interface EarningsForecastInput {
  /** Earned in this month so far. */
  readonly earnedMicroUsd: MicroUsd
  /** From present rentals, after the fee. */
  readonly microUsdPerHour: MicroUsdPerHour
  /** Earned with work that is paid by piece (rendering, models) in the last seven days. */
  readonly byPieceMicroUsd: MicroUsd
  readonly secondsLeft: number
}

const weekS = 7 * 24 * 60 * 60

/**
 * Forecasts the earnings of a month: what is earned already, present rentals until its end, and work that is paid by
 * piece at the average rate of the last seven days.
 */
export function forecastEarnings(input: EarningsForecastInput): MicroUsd {
  const secondsLeft = Math.max(0, Math.floor(input.secondsLeft))
  const fromRentals = chargeFor(input.microUsdPerHour, secondsLeft)
  const byPiece = Math.floor((input.byPieceMicroUsd * secondsLeft) / weekS)
  return input.earnedMicroUsd + fromRentals + byPiece
}
