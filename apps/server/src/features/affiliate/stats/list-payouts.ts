import type { AffiliatePayout } from '@gridloom/contract/affiliate/affiliate'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { selectRewardsOf } from '../../rewards/index.ts'
import { affiliateSource } from '../commissions/pay-commissions.ts'

/** A page of the commission that was moved to the rewards of the caller's account, newest first. */
export async function listCommissionPayouts(
  ctx: Ctx,
  page: { page: number; page_size: number },
): Promise<{ payouts: AffiliatePayout[]; total: number }> {
  const { accountId } = accountOf(ctx)
  const rows = await selectRewardsOf(ctx.db, { accountId, source: affiliateSource }, page)
  return {
    payouts: rows.map(({ text, micro_usd, created_at, claimed_at }) => ({
      ...{ text, micro_usd, at: created_at.toISOString(), claimed_at: isoOrNull(claimed_at) },
    })),
    total: rows[0]?.total ?? 0,
  }
}
