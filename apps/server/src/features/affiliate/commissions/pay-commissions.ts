import type { AffiliateTerms } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId } from '@gridloom/contract/core/ids'
import { dayAfter, dayOf, dueOf } from '@gridloom/domain/affiliate/commission'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { giveReward } from '../../rewards/index.ts'
import { updateReferral } from '../referrals/referrals-store.ts'
import { evidenceOf } from '../referrals/self-referral.ts'
import {
  addReferralPaid,
  lockActive,
  type ReferralCommission,
  selectPayable,
  selectSums,
} from './commissions-store.ts'

type PayCtx = Pick<Ctx, 'db' | 'clock' | 'ids' | 'log' | 'transact'>

const atOnce = 500

/** Rewards from commission have this source, and keys that begin with it. */
export const affiliateSource = 'affiliate'

/**
 * Moves commission that is out of its holding time to the rewards of its affiliates, once a day for each. The reward and
 * what each referral has been paid are written in one transaction.
 */
export async function payCommissions(ctx: PayCtx, terms: AffiliateTerms): Promise<void> {
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
  const matured = dayAfter(today, -terms.holding_days - 1)
  const sums = await selectSums(tx.db, accountId, matured)
  const due = []
  for (const sum of sums.filter((one) => dueOf(one) > 0))
    if ((await holdOnEvidence(ctx, tx, { accountId, sum })) === 'clear') due.push(sum)
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

/** Evidence may appear after the sign-up, such as a payout address. A referral that the operator released is paid. */
async function holdOnEvidence(
  ctx: PayCtx,
  tx: Tx,
  { accountId, sum }: { accountId: AccountId; sum: ReferralCommission },
): Promise<'clear' | 'held'> {
  if (sum.reviewed) return 'clear'
  const reason = await evidenceOf(ctx, tx, { affiliate: accountId, referred: sum.referred })
  if (reason === null) return 'clear'
  await updateReferral(tx, sum.id, { state: 'held', held_reason: reason })
  return 'held'
}
