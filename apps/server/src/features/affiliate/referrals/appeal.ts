import type { Referral } from '@gridloom/contract/affiliate/affiliate'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import { activeAccountFor } from '../../companies/index.ts'
import { referralView } from './list-referrals.ts'
import { lockNumbered, selectReferrals, updateReferral } from './referrals-store.ts'

/**
 * Stores why the affiliate wants a referral to count that is under review or rejected, for the operator's queue; once
 * for each.
 * @throws Refused `not_found`, `forbidden` for members of a company without the right to its payouts, `state_conflict`
 * for one that counts or was appealed
 */
export async function appealReferral(
  ctx: Ctx,
  { number, text }: { number: number; text: string },
): Promise<Referral> {
  const accountId = await activeAccountFor(ctx, 'pay_out')
  return ctx.transact(async (tx) => {
    const row = await lockNumbered(tx, { accountId, number })
    if (row === undefined) throw new Refused('not_found', { details: { what: 'referral' } })
    const state = row.appealed_at !== null ? 'appealed' : row.state
    if (state === 'active' || state === 'appealed')
      throw new Refused('state_conflict', { details: { what: 'referral', state } })
    tx.note({ subject: row.id })
    await updateReferral(tx, row.id, { appeal_text: text, appealed_at: ctx.clock.now() })
    const [shown] = await selectReferrals(tx.db, accountId, { page: 1, page_size: 1, number })
    if (shown === undefined) throw new RangeError(`referral ${row.id} is gone`)
    return referralView(shown)
  })
}
