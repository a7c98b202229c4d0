import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import { findSignals, holds } from '@gridloom/domain/affiliate/fraud'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { loadFacts } from './affiliate-facts.ts'
import {
  deleteExpired,
  moveUndecided,
  type SignalRow,
  saveSignals,
  selectExpiring,
  selectSignals,
} from './signals-store.ts'

type ReviewCtx = Pick<Ctx, 'clock' | 'ids' | 'log'>

const dayMs = 86_400_000
/** What is not seen again within this time counts no longer. */
const keptDays = 30
const atOnce = 500

/**
 * Looks for signs of fraud among the referrals of an affiliate, or at one of them, and holds those with enough of them
 * for the operator's review. One whose signals expired is active again. What the operator decided stays.
 */
export async function reviewAffiliate(
  ctx: ReviewCtx,
  tx: Tx,
  { affiliate, only }: { affiliate: AccountId; only?: ReferralId },
): Promise<void> {
  const now = ctx.clock.now()
  const facts = await loadFacts(
    ctx,
    tx.db,
    only === undefined ? { affiliate } : { affiliate, only },
  )
  const found = findSignals(facts)
  const rows = facts.referrals.flatMap(({ id }) =>
    (found.get(id) ?? []).map((signal) => ({
      ...{ referral_id: id, ...signal, found_at: now },
      expires_at: new Date(now.getTime() + keptDays * dayMs),
    })),
  )
  await saveSignals(tx, rows)
  const expired = await deleteExpired(tx, { affiliate, now })
  const ids = [...new Set([...rows.map((row) => row.referral_id), ...expired])]
  await moveBy(ctx, tx, { affiliate, expired, ids })
}

async function moveBy(
  ctx: ReviewCtx,
  tx: Tx,
  { affiliate, expired, ids }: { affiliate: AccountId; expired: ReferralId[]; ids: ReferralId[] },
): Promise<void> {
  const signals = await selectSignals(tx.db, { referrals: ids, now: ctx.clock.now() })
  const byReferral = Map.groupBy(signals, (signal) => signal.referral_id)
  const toHold = [...byReferral].filter(([, all]) => holds(all))
  const byReason = Map.groupBy(toHold, ([, [first]]) => reasonOf(first))
  let moved = 0
  for (const [reason, of] of byReason) {
    const held = of.map(([id]) => id)
    moved += (await moveUndecided(tx, { ids: held, from: 'active', to: 'held', reason })).length
  }
  const clear = expired.filter((id) => !holds(byReferral.get(id) ?? []))
  const released = await moveUndecided(tx, {
    ids: clear,
    ...{ from: 'held', to: 'active', reason: null },
  })
  if (moved + released.length === 0) return
  await tx.publish({ topic: 'affiliate', transient: true, accountId: affiliate, subject: '' })
  ctx.log.info(
    { event: 'affiliate.referrals_flagged', affiliate, held: moved, released: released.length },
    'rules held or released referrals of an affiliate',
  )
}

function reasonOf(signal: SignalRow | undefined): SignalRow['rule'] {
  if (signal === undefined) throw new RangeError('a referral without signals is not held')
  return signal.rule
}

/** Reviews affiliates with signals that expired, each in a transaction of its own. */
export async function reviewExpired(ctx: ReviewCtx & Pick<Ctx, 'db' | 'transact'>): Promise<void> {
  for (;;) {
    const affiliates = await selectExpiring(ctx.db, ctx.clock.now(), atOnce)
    for (const affiliate of affiliates)
      await ctx.transact((tx) => reviewAffiliate(ctx, tx, { affiliate }))
    if (affiliates.length < atOnce) return
  }
}
