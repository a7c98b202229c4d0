import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { chargeFor } from './money.ts'

export interface ForecastInput {
  readonly spentMicroUsd: MicroUsd
  /** The cost per hour of running instances. */
  readonly microUsdPerHour: MicroUsdPerHour
  /** Whether renders or answers are being charged from their holds now. */
  readonly holdsAreSpent: boolean
  /** The amount on hold for renders and answers, which is the maximum of their cost. */
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
