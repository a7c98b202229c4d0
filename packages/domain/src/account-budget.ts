import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'

const hourMs = 3_600_000

/** The forecast, where alerts are numbered by their percentage. */
export const forecastAlert = 0

/** The use of a budget at one moment. */
export interface BudgetUse {
  readonly amountMicroUsd: MicroUsd
  /** Charged in the period, and on hold. */
  readonly usedMicroUsd: MicroUsd
  /** Charged by the end of the period at the present spend rate. */
  readonly forecastMicroUsd: MicroUsd
}

/** The alerts that a budget asks for. */
export interface BudgetAlerts {
  readonly percents: readonly number[]
  readonly forecast: boolean
}

/**
 * What is used by the end of the period, should the present spend rate last that long. At least what is used now: holds
 * ahead of use are part of the rate, those of reservations and render jobs are not lost by it.
 */
export function forecastUse(
  now: { chargedMicroUsd: MicroUsd; heldMicroUsd: MicroUsd; microUsdPerHour: MicroUsdPerHour },
  leftMs: number,
): MicroUsd {
  const atRate = Math.ceil((now.microUsdPerHour * Math.max(0, leftMs)) / hourMs)
  return now.chargedMicroUsd + Math.max(now.heldMicroUsd, atRate)
}

/**
 * The average rate of a part of a period: the rate of a project, whose resources are known to no rate of their own. At
 * least an hour is counted, so that the first minutes of a period forecast nothing absurd.
 */
export function averageRate(chargedMicroUsd: MicroUsd, elapsedMs: number): MicroUsdPerHour {
  return Math.ceil((chargedMicroUsd * hourMs) / Math.max(elapsedMs, hourMs))
}

/** Whether so many percent of a budget are used. Compared without rounding. */
export function isReached(
  percent: number,
  { amountMicroUsd, usedMicroUsd }: Pick<BudgetUse, 'amountMicroUsd' | 'usedMicroUsd'>,
): boolean {
  return usedMicroUsd * 100 >= amountMicroUsd * percent
}

/**
 * Decides which alerts are due: the highest percentage that is reached and was not told in this period, and the
 * forecast, which is told only before the budget is used up. Lower percentages count as told with a higher one.
 */
export function dueAlerts(
  { percents, forecast }: BudgetAlerts,
  use: BudgetUse,
  told: ReadonlySet<number>,
): { percent: number | null; forecast: boolean; tells: number[] } {
  const reached = percents.filter((percent) => isReached(percent, use) && !told.has(percent))
  const highest = reached.length === 0 ? null : Math.max(...reached)
  const isNews = highest !== null && highest > Math.max(forecastAlert, ...told)
  const exceeds = use.forecastMicroUsd > use.amountMicroUsd && !isReached(100, use)
  const tellsForecast = forecast && exceeds && !told.has(forecastAlert)
  return {
    percent: isNews ? highest : null,
    forecast: tellsForecast,
    tells: [...reached, ...(tellsForecast ? [forecastAlert] : [])],
  }
}

/** Which told alerts are told again after a change of the budget, once they are reached again. */
export function rearmed(told: readonly number[], use: BudgetUse): number[] {
  return told.filter((percent) =>
    percent === forecastAlert
      ? use.forecastMicroUsd <= use.amountMicroUsd
      : !isReached(percent, use),
  )
}
