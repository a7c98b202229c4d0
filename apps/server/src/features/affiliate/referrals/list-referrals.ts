import type { Referral } from '@gridloom/contract/affiliate/affiliate'
import { dayOf } from '@gridloom/domain/affiliate/commission'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { type ReferralSum, selectReferrals } from './referrals-store.ts'

/** A page of the accounts that the caller's account referred, newest first, without personal data. */
export async function listReferrals(
  ctx: Ctx,
  page: { page: number; page_size: number },
): Promise<{ referrals: Referral[]; total: number }> {
  const { accountId } = accountOf(ctx)
  const rows = await selectReferrals(ctx.db, accountId, page)
  return { referrals: rows.map(referralView), total: rows[0]?.total ?? 0 }
}

/** A referral as its affiliate sees it. */
export function referralView(row: ReferralSum): Referral {
  return {
    number: row.number ?? 0,
    month: row.joined_at === null ? '' : dayOf(row.joined_at).slice(0, 7),
    by: row.by,
    state: row.state,
    held_reason: row.state === 'active' ? null : row.held_reason,
    activated: row.activated_at !== null,
    commission_micro_usd: row.commission,
    appealed_at: isoOrNull(row.appealed_at),
  }
}
