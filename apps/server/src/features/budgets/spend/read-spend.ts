import { type SpendQuery, type SpendReport, spendDaysMax } from '@gridloom/contract/budgets/spend'
import { Refused } from '@gridloom/contract/errors'
import { lastDays } from '@gridloom/domain/period-amounts'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { seesAllSpend } from '../sees-all-spend.ts'
import { groupSpend } from './group-spend.ts'
import { selectSpend } from './spend-store.ts'

const dayMs = 86_400_000
const usualDays = 30

/**
 * What the active account spent by day (UTC) and product, project, member or API key. Members of a company who may not see
 * everybody's spend see their own.
 * @throws Refused `invalid_input` where the days are in the wrong order or too many
 */
export async function readSpend(ctx: Ctx, query: SpendQuery): Promise<SpendReport> {
  const { accountId, userId: callerId } = accountOf(ctx)
  const { by } = query
  const days = daysOf(query, ctx.clock.now())
  const userId = (await seesAllSpend(ctx)) ? null : callerId
  const [from, to] = [days[0] ?? '', days.at(-1) ?? '']
  const rows = await selectSpend(ctx.db, by, { accountId, userId, from, to })
  return { from, to, by, own: userId !== null, ...groupSpend(rows, days) }
}

function daysOf({ from, to }: Omit<SpendQuery, 'by'>, now: Date): string[] {
  const last = to === undefined ? now : new Date(to)
  const count = from === undefined ? usualDays : daysBetween(from, last)
  if (count < 1) throw invalid({ from: 'must not be after the last day' })
  if (count > spendDaysMax) throw invalid({ from: `at most ${spendDaysMax} days` })
  return lastDays(last, count)
}

function daysBetween(from: string, last: Date): number {
  return Math.floor(last.getTime() / dayMs) - Math.floor(Date.parse(from) / dayMs) + 1
}

function invalid(fields: { from: string }): Refused {
  return new Refused('invalid_input', { fields })
}
