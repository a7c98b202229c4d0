import type { AffiliateStats, StatsQuery, StatsRow } from '@gridloom/contract/affiliate/affiliate'
import { Refused } from '@gridloom/contract/errors'
import { dayAfter, dayOf } from '@gridloom/domain/affiliate/commission'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { type Days, selectStats } from './stats-store.ts'

const usualDays = 30
const daysMax = 400
const rowsMax = 200

/** Figures of the caller's account in a period. @throws Refused `invalid_input` for a period that ends before it begins, or of more than 400 days */
export async function readStats(ctx: Ctx, query: StatsQuery): Promise<AffiliateStats> {
  const { accountId } = accountOf(ctx)
  const { by } = query
  const to = query.to ?? dayOf(ctx.clock.now())
  const from = query.from ?? dayAfter(to, 1 - usualDays)
  const days = daysOf({ from, to })
  const limit = by === 'day' ? daysMax : rowsMax
  const rows = await selectStats(ctx.db, accountId, { by, from, to, limit })
  return { by, from, to, rows: by === 'day' ? withoutGaps(rows, days) : rows }
}

function daysOf({ from, to }: Days): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length <= daysMax; day = dayAfter(day)) days.push(day)
  if (days.length > 0 && days.length <= daysMax) return days
  throw new Refused('invalid_input', { fields: { from: 'Choose a period of 1 to 400 days' } })
}

function withoutGaps(rows: readonly StatsRow[], days: readonly string[]): StatsRow[] {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  return days.map((key) => byDay.get(key) ?? { key, ...nothing })
}

const nothing = {
  ...{ clicks: 0, visitors: 0, sign_ups: 0, activated: 0 },
  ...{ spent_micro_usd: 0, commission_micro_usd: 0 },
}
