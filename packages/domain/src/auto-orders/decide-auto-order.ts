import type { AutoOrderOutcome, AutoOrderPause } from '@gridloom/contract/auto-orders/auto-order'
import { limits } from '@gridloom/contract/core/constants'
import type { OfferId } from '@gridloom/contract/core/ids'
import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'

/** An instance that an automatic order has rented, as far as its limits depend on it. */
export interface RentedInstance {
  /** `ended`: destroyed, and costs nothing more. `up`: it runs, starts or is lost. `down`: stopped or failed. */
  readonly is: 'up' | 'down' | 'ended'
  readonly costMicroUsd: MicroUsd
  /** Its own budget now; `null`: none, as its user removed it. */
  readonly budgetMicroUsd: MicroUsd | null
  /** The budget that it was rented with; `null`: none. */
  readonly shareMicroUsd: MicroUsd | null
}

/** A free offer that matches, with the whole price of the order on it. */
export interface PricedOffer {
  readonly id: OfferId
  readonly microUsdPerHour: MicroUsdPerHour
}

/** An automatic order with all that its next step depends on. */
export interface AutoOrderFacts {
  readonly endsAt: Date
  readonly instancesMax: number
  readonly runningMax: number | null
  readonly maxMicroUsdPerHour: MicroUsdPerHour
  readonly budgetMicroUsd: MicroUsd | null
  /** The budget that each instance has by the order itself. */
  readonly instanceBudgetMicroUsd: MicroUsd | null
  /** In the order in which they were rented. */
  readonly rented: readonly RentedInstance[]
  /** Why instances failed since it was last resumed, in the order in which they were rented. */
  readonly failures: readonly (string | null)[]
  /** The cheapest first. */
  readonly offers: readonly PricedOffer[]
}

export type AutoOrderDecision =
  | { readonly kind: 'expire' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'pause'; readonly pause: AutoOrderPause }
  | { readonly kind: 'wait'; readonly outcome: AutoOrderOutcome }
  | {
      readonly kind: 'order'
      /** Those at the price or below, the cheapest first. */
      readonly offers: readonly PricedOffer[]
      /** The budget of the instance; `null`: none. */
      readonly budgetMicroUsd: MicroUsd | null
    }

/**
 * Decides the next step of an automatic order that waits. Neither the number of instances, nor of those that run, nor
 * the price, the end date or the budget is ever exceeded, as each instance is stopped at its own budget.
 */
export function decideAutoOrder(facts: AutoOrderFacts, now: Date): AutoOrderDecision {
  const { rented, runningMax, instancesMax, offers, maxMicroUsdPerHour } = facts
  if (rented.length >= instancesMax) return { kind: 'complete' }
  if (facts.endsAt <= now) return { kind: 'expire' }
  if (hasFailedTwice(facts.failures)) return { kind: 'pause', pause: 'instances_failed' }
  const budgetMicroUsd = nextBudget(facts)
  if (budgetMicroUsd !== null && budgetMicroUsd < limits.instanceBudgetMicroUsdMin)
    return { kind: 'pause', pause: 'budget_used' }
  const up = rented.filter((one) => one.is === 'up').length
  if (runningMax !== null && up >= runningMax) return { kind: 'wait', outcome: 'enough_running' }
  if (offers.length === 0) return { kind: 'wait', outcome: 'no_match' }
  const affordable = offers.filter(({ microUsdPerHour }) => microUsdPerHour <= maxMicroUsdPerHour)
  if (affordable.length === 0) return { kind: 'wait', outcome: 'above_price' }
  return { kind: 'order', offers: affordable, budgetMicroUsd }
}

/** The budget of the next instance: an equal share of what the others leave, or that of the order if it is less. */
function nextBudget(facts: AutoOrderFacts): MicroUsd | null {
  const { budgetMicroUsd, instanceBudgetMicroUsd, instancesMax, rented } = facts
  if (budgetMicroUsd === null) return instanceBudgetMicroUsd
  const left = budgetMicroUsd - rented.reduce((sum, one) => sum + mostOf(one), 0)
  const share = Math.max(0, Math.floor(left / (instancesMax - rented.length)))
  return instanceBudgetMicroUsd === null ? share : Math.min(share, instanceBudgetMicroUsd)
}

/** The most that an instance costs in all. */
function mostOf({ is, costMicroUsd, budgetMicroUsd, shareMicroUsd }: RentedInstance): MicroUsd {
  if (is === 'ended') return costMicroUsd
  return Math.max(costMicroUsd, budgetMicroUsd ?? shareMicroUsd ?? 0)
}

/** Another machine may help once, not twice: an image that does not exist fails everywhere. */
function hasFailedTwice(failures: readonly (string | null)[]): boolean {
  const [last, before] = [failures.at(-1), failures.at(-2)]
  return last !== undefined && last !== null && last === before
}
