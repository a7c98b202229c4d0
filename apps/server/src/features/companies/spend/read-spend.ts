import type { Spend } from '@gridloom/contract/companies/spend'
import type { AccountId } from '@gridloom/contract/core/ids'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { lastDays } from '@gridloom/domain/period-amounts'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { readAs } from '../act-in-company.ts'
import { fillDays, firstOfMonth, utcDay } from './spend-days.ts'
import { sumByDay, sumByKey, sumByPerson } from './spend-store.ts'

/**
 * A company's spending, today and this month (UTC), by day, user and key. Members get the same totals, but only their
 * own rows by user and key.
 * @throws Refused `not_found`
 */
export async function readSpend(
  ctx: Ctx,
  companyId: AccountId,
  { days: count }: { days: number },
): Promise<Spend> {
  const { role } = await readAs(ctx, companyId, 'see')
  const now = ctx.clock.now()
  const days = lastDays(now, count)
  const [fromDay = utcDay(now)] = days
  const month = firstOfMonth(now)
  const [earliest = month] = [month, fromDay].toSorted()
  const period = { accountId: companyId, fromDay }
  const whose = mayInCompany(role, 'see_all_spend') ? 'everybody' : userOf(ctx)
  const [sums, by_user, by_key] = await Promise.all([
    sumByDay(ctx.db, { ...period, fromDay: earliest }),
    sumByPerson(ctx.db, period, whose),
    sumByKey(ctx.db, period, whose),
  ])
  const ofMonth = [...sums].filter(([day]) => day >= month)
  return {
    today_micro_usd: sums.get(utcDay(now)) ?? 0,
    this_month_micro_usd: ofMonth.reduce((sum, [, microUsd]) => sum + microUsd, 0),
    days: fillDays(days, sums),
    by_user,
    by_key,
  }
}
