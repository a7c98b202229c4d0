import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { chargeFor } from './money.ts'

export interface ForecastInput {
  readonly spentMicroUsd: MicroUsd
  /** What running instances cost per hour. */
  readonly microUsdPerHour: MicroUsdPerHour
  /** Whether renders or answers are being charged from their holds now. */
  readonly holdsAreSpent: boolean
  /** What is on hold for renders and answers, which never cost more. */
  readonly heldMicroUsd: MicroUsd
  readonly secondsLeft: number
  /** Seconds until the balance is used up at this rate; `null`: never. */
  readonly fundsLastS: number | null
}

/**
 * Forecasts the spending of a month: what is spent already, plus running instances until the month ends or the funds
 * are used up, plus what is on hold for work that is being charged.
 */
export function forecastSpending(input: ForecastInput): {
  microUsd: MicroUsd
  fromHoldsMicroUsd: MicroUsd
} {
  const { fundsLastS, secondsLeft, spentMicroUsd, microUsdPerHour } = input
  const runningS = Math.max(0, Math.floor(Math.min(secondsLeft, fundsLastS ?? secondsLeft)))
  const fromHoldsMicroUsd = input.holdsAreSpent ? input.heldMicroUsd : 0
  return {
    microUsd: spentMicroUsd + chargeFor(microUsdPerHour, runningS) + fromHoldsMicroUsd,
    fromHoldsMicroUsd,
  }
}
