import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { verifiedHolder } from '../../auth/index.ts'
import { lockIfCompany } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findWay } from '../find-source.ts'
import type { PayoutSettingsRow } from '../schema.ts'
import { wayOf } from '../settings/read-settings.ts'
import { listWeekly } from '../settings/settings-store.ts'
import { placePayout } from './place-payout.ts'
import { priceNow } from './quote-payout.ts'

const dayMs = 86_400_000
const atOnce = 100

/** Requests the weekly payouts of this week that are due; those that cannot be made now are tried again the next day. */
export async function placeWeekly(ctx: PayoutsCtx): Promise<void> {
  const week = mondayOf(ctx.clock.now())
  let after: AccountId | null = null
  for (;;) {
    const due: PayoutSettingsRow[] = await listWeekly(ctx.db, { week, after, limit: atOnce })
    for (const settings of due) await placeOne(ctx, settings, week)
    const last = due.at(-1)
    if (last === undefined || due.length < atOnce) return
    after = last.account_id
  }
}

async function placeOne(
  ctx: PayoutsCtx,
  { account_id: accountId, threshold_micro_usd: threshold, ...settings }: PayoutSettingsRow,
  week: string,
): Promise<void> {
  const chosen = wayOf(settings)
  if (chosen === null) return
  try {
    const way = findWay(ctx, chosen)
    const now = await priceNow(way)
    const price = { ...now, minimum: Math.max(now.minimum, threshold) }
    await ctx.transact(async (tx) => {
      if (!(await lockIfCompany(tx, accountId))) await verifiedHolder(tx, accountId)
      await placePayout(ctx, tx, { accountId, way, microUsd: 'all', price, week })
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Most often too little is payable. The page shows what is missing.
    ctx.log.info({ event: 'payout.skipped', accountId, code: error.code }, 'a weekly payout waits')
  }
}

/** The Monday of a week (UTC), as `2026-11-23`. */
export function mondayOf(now: Date): string {
  const daysAfter = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - daysAfter * dayMs).toISOString().slice(0, 10)
}
