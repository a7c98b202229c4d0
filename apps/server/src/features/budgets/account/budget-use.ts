import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { averageRate, forecastUse } from '@gridloom/domain/account-budget'
import { periodBegin, periodEnd } from '@gridloom/domain/budget-period'
import type { Db } from '../../../platform/database/connect.ts'
import { readBudgetUse } from '../../ledger/index.ts'
import type { BudgetsCtx } from '../ctx.ts'
import type { AccountBudgetRow, BudgetOf } from './schema.ts'

export type BudgetUseCtx = Pick<BudgetsCtx, 'clock' | 'spendRateOf'>

/** The present period of a budget and what was used in it. */
export interface BudgetNow {
  readonly from: Date
  readonly end: Date
  readonly spentMicroUsd: MicroUsd
  readonly heldMicroUsd: MicroUsd
  readonly forecastMicroUsd: MicroUsd
}

/** Reads what was used of a budget in the present period, and what will have been used at its end. */
export async function readBudgetNow(
  ctx: BudgetUseCtx,
  db: Db,
  row: Pick<AccountBudgetRow, 'account_id' | 'project' | 'period'>,
): Promise<BudgetNow> {
  const now = ctx.clock.now()
  const { period } = row
  const [from, end] = [periodBegin(period, now) ?? now, periodEnd(period, now) ?? now]
  const of = { accountId: row.account_id, project: row.project }
  const { chargedMicroUsd, heldMicroUsd } = await readBudgetUse(db, of, from)
  const microUsdPerHour =
    row.project === ''
      ? await rateOfAccount(ctx, db, of)
      : averageRate(chargedMicroUsd, now.getTime() - from.getTime())
  return {
    ...{ from, end, heldMicroUsd },
    spentMicroUsd: chargedMicroUsd,
    forecastMicroUsd: forecastUse(
      { chargedMicroUsd, heldMicroUsd, microUsdPerHour },
      end.getTime() - now.getTime(),
    ),
  }
}

async function rateOfAccount(
  ctx: BudgetUseCtx,
  db: Db,
  { accountId }: BudgetOf,
): Promise<MicroUsdPerHour> {
  const rate = await ctx.spendRateOf(db, accountId)
  return rate.fromBalance + rate.fromHolds
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
