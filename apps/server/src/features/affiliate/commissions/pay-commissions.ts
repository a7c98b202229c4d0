import type { AffiliateTerms } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId } from '@gridloom/contract/core/ids'
import { dayAfter, dayOf, dueOf } from '@gridloom/domain/affiliate/commission'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { giveReward } from '../../rewards/index.ts'
import { reviewAffiliate, reviewExpired } from '../fraud/review-affiliate.ts'
import { addReferralPaid, lockActive, selectPayable, selectSums } from './commissions-store.ts'

type PayCtx = Pick<Ctx, 'db' | 'clock' | 'ids' | 'log' | 'transact'>

const atOnce = 500

/** Rewards from commission have this source, and keys that begin with it. */
export const affiliateSource = 'affiliate'

/**
 * Moves commission that is out of its holding time to the rewards of its affiliates, once a day for each. The reward and
 * what each referral has been paid are written in one transaction.
 */
export async function payCommissions(ctx: PayCtx, terms: AffiliateTerms): Promise<void> {
  await reviewExpired(ctx)
  let after = ''
  for (;;) {
    const accounts = await selectPayable(ctx.db, { after, limit: atOnce })
    for (const accountId of accounts)
      await ctx.transact((tx) => payAffiliate(ctx, tx, { accountId, terms }))
    after = accounts.at(-1) ?? after
    if (accounts.length < atOnce) return
  }
}

async function payAffiliate(
  ctx: PayCtx,
  tx: Tx,
  { accountId, terms }: { accountId: AccountId; terms: AffiliateTerms },
): Promise<void> {
  const now = ctx.clock.now()
  const today = dayOf(now)
  await lockActive(tx, accountId)
  // Evidence may appear after the sign-up, such as a payout address.
  await reviewAffiliate(ctx, tx, { affiliate: accountId })
  const matured = dayAfter(today, -terms.holding_days - 1)
  const sums = await selectSums(tx.db, accountId, matured)
  const due = sums.filter((one) => dueOf(one) > 0)
  const microUsd = due.reduce((total, sum) => total + dueOf(sum), 0)
  if (microUsd === 0 || microUsd < terms.minimum_micro_usd) return
  const given = await giveReward(ctx, tx, {
    ...{ accountId, microUsd, payableAt: now, source: affiliateSource },
    key: `${affiliateSource}:${accountId}:${today}`,
    text: `Affiliate commission for fees until ${matured}`,
  })
  if (given === null) return
  for (const sum of due) await addReferralPaid(tx, sum.id, dueOf(sum))
  await tx.publish({ topic: 'affiliate', transient: true, accountId, subject: given.id })
  ctx.log.info(
    { event: 'affiliate.commission_credited', accountId, microUsd, referrals: due.length },
    'commission was moved to the rewards of an affiliate',
  )
}
