import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import type { WaysInCtx } from './ctx.ts'
import { countWaysIn } from './ways-in-store.ts'

/**
 * Refuses a removal that was just written when nothing would be left to sign in with; the transaction then undoes it.
 * The account is locked by then, so two removals at once cannot take the last two. @throws Refused `last_way_in`
 */
export async function keepAWayIn(
  ctx: Pick<WaysInCtx, 'loginProviders'>,
  tx: Tx,
  accountId: AccountId,
): Promise<void> {
  const left = await countWaysIn(tx, accountId, [...ctx.loginProviders.keys()])
  if (left === 0) throw new Refused('last_way_in')
}
