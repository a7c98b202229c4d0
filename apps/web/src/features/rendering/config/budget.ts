import type { RenderEstimate } from '@gridloom/contract/rendering/job'
import { microUsdOf, type Usd } from '../../../ui/format/usd.ts'

const microUsdPerCent = 10_000

export interface BudgetPreset {
  readonly name: string
  readonly why: string
  readonly microUsd: number
}

/** Suggests budgets, rounded up to whole cents, without duplicates; the one with a reserve is the default. */
export function budgetPresets(estimate: RenderEstimate): BudgetPreset[] {
  const presets = [
    { name: 'Expected', why: 'may run out', microUsd: toCents(estimate.expected_micro_usd) },
    { name: 'With reserve', why: 'usually enough', microUsd: usualBudget(estimate) },
    { name: 'Double', why: 'for varying frames', microUsd: 2 * usualBudget(estimate) },
  ]
  return presets.filter(
    ({ microUsd }, nth) => !presets.slice(nth + 1).some((later) => later.microUsd === microUsd),
  )
}

/** Returns the default budget: the upper end of the estimate. */
export function usualBudget(estimate: RenderEstimate): number {
  return toCents(estimate.high_micro_usd)
}

/** Returns the problem of a typed budget, or `null`. */
export function budgetProblem(usd: Usd): string | null {
  const microUsd = microUsdOf(usd)
  if (usd === '' || Number.isNaN(microUsd)) return 'Enter a maximum budget'
  if (microUsd < 1) return 'Enter a budget above $0'
  return microUsd > 1_000_000 * 1_000_000 ? 'Enter a budget of at most $1,000,000' : null
}

function toCents(microUsd: number): number {
  return Math.max(1, Math.ceil(microUsd / microUsdPerCent)) * microUsdPerCent
}
