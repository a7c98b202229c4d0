import type { MissionClaimId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { MissionAppeal, MissionClaim } from '@gridloom/contract/missions/mission'
import { accountOf } from '../../../platform/ctx.ts'
import type { MissionsCtx } from '../ctx.ts'
import { claimView } from './claim-view.ts'
import { lockClaim, selectClaims, updateClaim } from './claims-store.ts'
import { publishMissions } from './publish-missions.ts'

/**
 * Stores why the caller wants a claim to be paid that is held or was rejected, for the operator's queue; once for each.
 * @throws Refused `not_found`; `state_conflict` for one in another state, or that was appealed
 */
export async function appealClaim(
  ctx: MissionsCtx,
  id: MissionClaimId,
  { text }: MissionAppeal,
): Promise<MissionClaim> {
  const { accountId } = accountOf(ctx)
  return ctx.transact(async (tx) => {
    const row = await lockClaim(tx, id)
    if (row?.account_id !== accountId)
      throw new Refused('not_found', { details: { what: 'claim' } })
    const state = row.appealed_at === null ? row.state : 'appealed'
    if (state !== 'held' && state !== 'rejected')
      throw new Refused('state_conflict', { details: { what: 'claim', state } })
    tx.note({ subject: id })
    // Releases before the answer were decided without it.
    await updateClaim(tx, id, { appeal_text: text, appealed_at: ctx.clock.now(), released_by: [] })
    await publishMissions(tx, accountId, id)
    const [shown] = await selectClaims(tx.db, { id }, { page: 1, page_size: 1 })
    if (shown === undefined) throw new RangeError(`claim ${id} is gone`)
    return claimView(shown)
  })
}
