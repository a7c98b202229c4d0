import { dashboardDays, type Renting } from '@gridloom/contract/dashboard/dashboard'
import { lastDays, periodAmounts } from '@gridloom/domain/period-amounts'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { readBill, selectCreditDays } from '../ledger/index.ts'
import { groupSpend } from './group-spend.ts'
import { readHints } from './read-hints.ts'
import { countRunning, hasRented, selectLabelDays } from './spend-store.ts'

const dayMs = 86_400_000

/** Returns what the caller rents and spends; `null` if they never ordered an instance, reserved slots or were charged. */
export async function readRenting(
  ctx: Ctx,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<Renting | null> {
  const { accountId } = accountOf(ctx)
  if (!(await hasRented(ctx.db, accountId))) return null
  const now = ctx.clock.now()
  const days = lastDays(now, dashboardDays)
  // The longest month has a day more than is shown.
  const [firstDay] = lastDays(now, 31)
  const since = new Date(`${firstDay}T00:00:00.000Z`)
  const credits = await selectCreditDays(ctx.db, accountId, {
    from: since,
    to: new Date(now.getTime() + dayMs),
  })
  const [rows, running, bill, hints] = await Promise.all([
    selectLabelDays(ctx.db, accountId, { since, credits }),
    countRunning(ctx.db, accountId),
    readBill(ctx, accountId, { month: undefined, all }),
    readHints(ctx),
  ])
  return {
    running,
    spent: periodAmounts(rows, now),
    forecast: bill.forecast ?? noForecast,
    ...groupSpend(rows, days),
    hints,
  }
}

/** A bill of the current month always has a forecast. */
const noForecast = {
  micro_usd: 0,
  micro_usd_per_hour: 0,
  from_holds_micro_usd: 0,
  funds_end_at: null,
}
