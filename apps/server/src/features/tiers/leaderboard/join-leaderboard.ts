import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { LeaderboardName, PublicName } from '@gridloom/contract/tiers/leaderboard'
import { isReservedName, publicNameKey } from '@gridloom/domain/tiers/public-name'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { requireVerified } from '../../accounts/index.ts'
import { memberOf } from '../member-of.ts'
import { mondayOf } from '../points/give-points.ts'
import { deleteName, findName, insertName } from './leaderboard-store.ts'

/**
 * Shows the caller on the leaderboard by a public name, from this week on; a changed name keeps the weeks before.
 * @throws Refused `tier_personal`, `email_unverified`, `public_name_reserved`, `public_name_taken`
 */
export async function joinLeaderboard(ctx: Ctx, name: PublicName): Promise<LeaderboardName> {
  const accountId = memberOf(ctx)
  await requireVerified(ctx.db, accountId)
  if (isReservedName(name)) throw new Refused('public_name_reserved')
  await ctx.transact(async (tx) => {
    tx.note({ subject: accountId })
    await replaceName(ctx, tx, { accountId, name })
  })
  return { name }
}

async function replaceName(
  ctx: Ctx,
  tx: Tx,
  { accountId, name }: { accountId: AccountId; name: PublicName },
): Promise<void> {
  const before = await findName(tx.db, accountId)
  await deleteName(tx, accountId)
  const sinceWeek = before?.sinceWeek ?? mondayOf(ctx.clock.now())
  const stored = { accountId, name, nameKey: publicNameKey(name), sinceWeek }
  if (!(await insertName(tx, stored))) throw new Refused('public_name_taken')
}
