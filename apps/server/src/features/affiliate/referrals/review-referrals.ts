import type {
  ReferralDecision,
  ReferralSignal,
  ReferralState,
  ReviewedReferral,
} from '@gridloom/contract/affiliate/affiliate'
import type { ReferralId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { operatorOf } from '../../accounts/index.ts'
import { type SignalRow, selectSignals } from '../fraud/signals-store.ts'
import { lockReferral, type ReviewRow, selectForReview, updateReferral } from './referrals-store.ts'

/** A page of referrals in a state, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listForReview(
  ctx: Ctx,
  query: { state: ReferralState; page: number; page_size: number },
): Promise<{ referrals: ReviewedReferral[]; total: number }> {
  operatorOf(ctx)
  const rows = await selectForReview(ctx.db, query)
  return { referrals: await withSignals(ctx, ctx.db, rows), total: rows[0]?.total ?? 0 }
}

/**
 * Releases a referral, whose commission is then paid like any other, or rejects it. Commission that was moved to the
 * rewards stays there. @throws Refused `forbidden`, `not_found`
 */
export async function decideOnReferral(
  ctx: Ctx,
  id: ReferralId,
  { decision, reason }: ReferralDecision,
): Promise<ReviewedReferral> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    const row = await lockReferral(tx, id)
    if (row === undefined || row.joined_at === null)
      throw new Refused('not_found', { details: { what: 'referral' } })
    tx.note({ subject: id })
    await updateReferral(tx, id, {
      state: decision === 'release' ? 'active' : 'rejected',
      decision_text: reason,
    })
    const { account_id: accountId } = row
    await tx.publish({ topic: 'affiliate', transient: true, accountId, subject: id })
    const [decided] = await selectForReview(tx.db, { id })
    const [view] = await withSignals(ctx, tx.db, decided === undefined ? [] : [decided])
    if (view === undefined) throw new RangeError(`referral ${id} is gone`)
    return view
  })
}

async function withSignals(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  rows: readonly ReviewRow[],
): Promise<ReviewedReferral[]> {
  const referrals = rows.map(({ id }) => id)
  const signals = await selectSignals(db, { referrals, now: clock.now() })
  const byReferral = Map.groupBy(signals, (signal) => signal.referral_id)
  return rows.map((row) => viewOf(row, byReferral.get(row.id) ?? []))
}

function viewOf(
  { spent, commission, total: _total, joined_at, ...row }: ReviewRow,
  signals: readonly SignalRow[],
): ReviewedReferral {
  const { id, account_id, referred_account_id } = row
  return {
    id,
    affiliate_account_id: account_id,
    affiliate_email: row.affiliate_email,
    referred_account_id,
    referred_email: row.referred_email,
    state: row.state,
    held_reason: row.held_reason,
    decision_text: row.decision_text,
    signals: signals.map(signalView),
    appeal_text: row.appeal_text,
    appealed_at: isoOrNull(row.appealed_at),
    spent_micro_usd: spent,
    commission_micro_usd: commission,
    joined_at: joined_at.toISOString(),
  }
}

function signalView({ rule, points, evidence, found_at, expires_at }: SignalRow): ReferralSignal {
  return {
    ...{ rule, points, evidence, found_at: found_at.toISOString() },
    expires_at: expires_at.toISOString(),
  }
}
