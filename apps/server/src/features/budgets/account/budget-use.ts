import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { forecastUse } from '@gridloom/domain/account-budget'
import { periodBegin, periodEnd } from '@gridloom/domain/budget-period'
import type { Db } from '../../../platform/database/connect.ts'
import { readBudgetUse } from '../../ledger/index.ts'
import type { BudgetsCtx } from '../ctx.ts'
import type { AccountBudgetRow } from './schema.ts'

export type BudgetUseCtx = Pick<BudgetsCtx, 'clock' | 'spendRateOf'>

/** The present period of a budget and what was used in it. */
export interface BudgetNow {
  readonly from: Date
  readonly end: Date
  readonly spentMicroUsd: MicroUsd
  readonly heldMicroUsd: MicroUsd
  readonly forecastMicroUsd: MicroUsd
}

/** Reads what an account used of its budget in the present period, and what it will have used at its end. */
export async function readBudgetNow(
  ctx: BudgetUseCtx,
  db: Db,
  { account_id: accountId, period }: Pick<AccountBudgetRow, 'period'> & { account_id: AccountId },
): Promise<BudgetNow> {
  const now = ctx.clock.now()
  const [from, end] = [periodBegin(period, now) ?? now, periodEnd(period, now) ?? now]
  const { chargedMicroUsd, heldMicroUsd } = await readBudgetUse(db, accountId, from)
  const rate = await ctx.spendRateOf(db, accountId)
  const microUsdPerHour = rate.fromBalance + rate.fromHolds
  return {
    ...{ from, end, heldMicroUsd },
    spentMicroUsd: chargedMicroUsd,
    forecastMicroUsd: forecastUse(
      { chargedMicroUsd, heldMicroUsd, microUsdPerHour },
      end.getTime() - now.getTime(),
    ),
  }
}

/** The use of a budget of an amount, as its alerts are decided by it. */
export function useOf(amountMicroUsd: MicroUsd, now: BudgetNow) {
  const { spentMicroUsd, heldMicroUsd, forecastMicroUsd } = now
  return { amountMicroUsd, usedMicroUsd: spentMicroUsd + heldMicroUsd, forecastMicroUsd }
}

/** The first day of a period, as `2026-11-01`. */
export function firstDay({ from }: Pick<BudgetNow, 'from'>): string {
  return from.toISOString().slice(0, 10)
}
