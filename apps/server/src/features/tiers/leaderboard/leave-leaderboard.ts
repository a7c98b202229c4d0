import type { LeaderboardName } from '@gridloom/contract/tiers/leaderboard'
import type { Ctx } from '../../../platform/ctx.ts'
import { memberOf } from '../member-of.ts'
import { deleteName } from './leaderboard-store.ts'

/** Takes the caller off the leaderboards of all weeks. @throws Refused `unauthorized`, `tier_personal` */
export async function leaveLeaderboard(ctx: Ctx): Promise<LeaderboardName> {
  const accountId = memberOf(ctx)
  await ctx.transact(async (tx) => {
    tx.note({ subject: accountId })
    await deleteName(tx, accountId)
  })
  return { name: null }
}
