import {
  exhaustionWarningsS,
  holdAheadS,
  holdStopBelowS,
  holdTopUpBelowS,
} from '@gridloom/contract/core/constants'
import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { coverFor, lastsS } from './money.ts'

/** A time before the end at which a renter is warned, in seconds left. */
export type ExhaustionWarningS = (typeof exhaustionWarningsS)[number]

/** The budgets that the ledger asks for each hold: of the account, and of the hold's project. */
export type BudgetBound = 'account_budget' | 'project_budget'

export interface HoldSituation {
  /** The account's available balance. */
  readonly availableMicroUsd: MicroUsd
  /** The rest of this instance's hold, without use that is not booked yet. */
  readonly heldMicroUsd: MicroUsd
  readonly microUsdPerHour: MicroUsdPerHour
  /** The rest of the ordering API key's budget; `null` if it has none. */
  readonly budgetLeftMicroUsd: MicroUsd | null
  /** The rest of the instance's own budget, which its hold does not fill yet; `null` if it has none. */
  readonly instanceBudgetLeftMicroUsd: MicroUsd | null
  /** What the budgets of account and project leave; `null` if neither binds. */
  readonly ledgerBudget: { readonly boundBy: BudgetBound; readonly leftMicroUsd: MicroUsd } | null
}

export interface HoldDecision {
  /** The amount to move from available to held; 0 for none. */
  readonly topUpMicroUsd: MicroUsd
  /** The hold is too small even after the top-up: stop the instance now. */
  readonly stop: boolean
  /** The limit that was reached, or would be first: the account's balance, or a budget. */
  readonly boundBy: BudgetBound | 'balance' | 'key_budget' | 'instance_budget'
  /** Warnings that are due, by seconds left; the caller sends each only once. */
  readonly warnings: readonly ExhaustionWarningS[]
}

/**
 * Decides for one instance at one heartbeat: top up its hold ahead of use, warn, or stop it. The hold is filled to
 * `holdAheadS` of use once it covers less than `holdTopUpBelowS`, as far as the balance and the budgets allow. Use
 * cannot exceed any of them: an instance that is not stopped holds at least `holdStopBelowS` of use.
 */
export function decideHold(situation: HoldSituation): HoldDecision {
  const { microUsdPerHour } = situation
  const available = Math.max(0, situation.availableMicroUsd)
  const held = Math.max(0, situation.heldMicroUsd)
  const { leftMicroUsd, boundBy } = tightest(available, situation)
  if (microUsdPerHour === 0) return { topUpMicroUsd: 0, stop: false, boundBy, warnings: [] }

  const wanted = coversLessThan(held, microUsdPerHour, holdTopUpBelowS)
    ? coverFor(microUsdPerHour, holdAheadS) - held
    : 0
  const topUpMicroUsd = Math.min(wanted, leftMicroUsd)
  return {
    topUpMicroUsd,
    stop: coversLessThan(held + topUpMicroUsd, microUsdPerHour, holdStopBelowS),
    boundBy,
    warnings: exhaustionWarnings(available + held, microUsdPerHour),
  }
}

/** The limit that leaves the least; of equal ones the balance, as funds help whatever the budgets are. */
function tightest(
  available: MicroUsd,
  { budgetLeftMicroUsd, instanceBudgetLeftMicroUsd, ledgerBudget }: HoldSituation,
): { leftMicroUsd: MicroUsd; boundBy: HoldDecision['boundBy'] } {
  const limits = [
    { boundBy: 'balance', leftMicroUsd: available },
    {
      boundBy: ledgerBudget?.boundBy ?? 'account_budget',
      leftMicroUsd: leftOf(ledgerBudget?.leftMicroUsd ?? null),
    },
    { boundBy: 'key_budget', leftMicroUsd: leftOf(budgetLeftMicroUsd) },
    { boundBy: 'instance_budget', leftMicroUsd: leftOf(instanceBudgetLeftMicroUsd) },
  ] as const
  return limits.reduce((least, limit) => (limit.leftMicroUsd < least.leftMicroUsd ? limit : least))
}

function leftOf(budgetLeftMicroUsd: MicroUsd | null): number {
  return Math.max(0, budgetLeftMicroUsd ?? Number.POSITIVE_INFINITY)
}

/** The hold before an instance starts: `holdAheadS` of use. */
export function firstHold(microUsdPerHour: MicroUsdPerHour): MicroUsd {
  return coverFor(microUsdPerHour, holdAheadS)
}

/**
 * Warnings due when all funds of an account, available and held, are spent at its total spend rate. With several
 * instances these warnings are sent, instead of those of each instance's {@link decideHold}.
 */
export function exhaustionWarnings(
  balanceMicroUsd: MicroUsd,
  spendRateMicroUsdPerHour: MicroUsdPerHour,
): ExhaustionWarningS[] {
  return warningsAt(lastsS(balanceMicroUsd, spendRateMicroUsdPerHour))
}

/** Warnings due when the funds last for this many more seconds; `null`: nothing is spent. */
export function warningsAt(leftS: number | null): ExhaustionWarningS[] {
  if (leftS === null) return []
  return exhaustionWarningsS.filter((warningS) => leftS <= warningS)
}

function coversLessThan(microUsd: MicroUsd, microUsdPerHour: MicroUsdPerHour, seconds: number) {
  return microUsd < coverFor(microUsdPerHour, seconds)
}
