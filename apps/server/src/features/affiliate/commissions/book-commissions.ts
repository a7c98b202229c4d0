import { type AffiliateTerms, shareOf } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import {
  commissionOn,
  dayAfter,
  dayOf,
  lastsUntil,
  secondLevelShare,
} from '@gridloom/domain/affiliate/commission'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { type KeptFees, selectKeptFees } from '../../ledger/index.ts'
import { affiliateActivated, affiliateCommissionBooked, factsOf } from '../events.ts'
import { findReferralOf, lockReferral, updateReferral } from '../referrals/referrals-store.ts'
import type { AffiliateTables, ReferralRow } from '../schema.ts'
import { loadTerms } from '../terms/terms-store.ts'
import { firstUnbooked, insertCommissions, selectToBook } from './commissions-store.ts'
import { payCommissions } from './pay-commissions.ts'

type BookCtx = Pick<Ctx, 'db' | 'clock' | 'ids' | 'log' | 'transact'>
type Commission = AffiliateTables['affiliate_commissions']

const atOnce = 500
const dayMs = 86_400_000
const longestMonthDays = 31

/**
 * Books the commission of all days until yesterday, and pays what is out of its holding time. Each referral has a
 * transaction of its own, which also moves the day through which it is booked: a run that is killed is continued by the
 * next one, and a second run finds nothing to do.
 */
export async function bookCommissions(ctx: BookCtx): Promise<void> {
  const terms = await loadTerms(ctx.db)
  const now = ctx.clock.now()
  const through = dayAfter(dayOf(now), -1)
  // Credits count until the last fees are out of their holding time.
  const days = terms.months * longestMonthDays + terms.holding_days + 1
  const joinedSince = new Date(now.getTime() - days * dayMs)
  let after = ''
  for (;;) {
    const ids = await selectToBook(ctx.db, { through, joinedSince, after, limit: atOnce })
    for (const id of ids) await ctx.transact((tx) => bookReferral(ctx, tx, { id, through, terms }))
    after = ids.at(-1) ?? after
    if (ids.length < atOnce) break
  }
  await payCommissions(ctx, terms)
}

interface Booking {
  readonly id: ReferralId
  readonly through: string
  readonly terms: AffiliateTerms
}

async function bookReferral(ctx: BookCtx, tx: Tx, { id, through, terms }: Booking): Promise<void> {
  const row = await lockReferral(tx, id)
  const from = await firstUnbooked(tx, id)
  if (row === undefined || row.joined_at === null || from === undefined || from > through) return
  const counted = await feesOf(tx, {
    row,
    ...{ from, through, until: lastsUntil(row.joined_at, terms.months) },
    except: [row.account_id, row.referred_account_id],
  })
  await book(ctx, tx, {
    ...{ row, level: 1 },
    rows: counted.map((fees) => {
      const share = shareOf(terms, fees.product)
      return commissionOf(fees, { referral_id: id, of_referral_id: id, share })
    }),
  })
  await bookSecondLevel(ctx, tx, { row, from, through, terms })
  await updateReferral(tx, id, { booked_through: through })
  if (counted.length > 0) await activate(ctx, tx, row)
}

interface Level {
  readonly row: ReferralRow
  readonly from: string
  readonly through: string
  readonly terms: AffiliateTerms
}

/** For who referred the affiliate, while the operator's terms have a second level. There is no third one. */
async function bookSecondLevel(ctx: BookCtx, tx: Tx, level: Level): Promise<void> {
  const { row, from, through, terms } = level
  if (terms.second_level_basis_points === 0 || row.joined_at === null) return
  const upper = await findReferralOf(tx.db, row.account_id)
  if (upper === undefined || upper.account_id === row.referred_account_id) return
  const counted = await feesOf(tx, {
    row,
    ...{ from, through, until: lastsUntil(row.joined_at, terms.months) },
    except: [upper.account_id, row.account_id, row.referred_account_id],
  })
  await book(ctx, tx, {
    ...{ row: upper, level: 2 },
    rows: counted.map((fees) => {
      const own = shareOf(terms, fees.product)
      const share = secondLevelShare(own, terms.second_level_basis_points)
      const booked = commissionOf(fees, { referral_id: upper.id, of_referral_id: row.id, share })
      // It is no spend of the affiliate's own referral.
      return { ...booked, spent_micro_usd: 0 }
    }),
  })
}

interface FeesWanted extends Omit<Level, 'terms'> {
  readonly until: string
  readonly except: readonly AccountId[]
}

async function feesOf(
  tx: Tx,
  { row, from, through, until, except }: FeesWanted,
): Promise<KeptFees[]> {
  const fees = await selectKeptFees(tx.db, {
    accountId: row.referred_account_id,
    from: new Date(`${from}T00:00:00Z`),
    to: new Date(`${dayAfter(through)}T00:00:00Z`),
    except,
  })
  return fees.flatMap((fee) => countedOf(fee, until))
}

/** After the last day only credits count, which take back what was earned before. */
function countedOf(fees: KeptFees, until: string): KeptFees[] {
  if (fees.day < until) return fees.spent === 0 && fees.fee === 0 ? [] : [fees]
  return fees.fee < 0 ? [{ ...fees, spent: Math.min(0, fees.spent) }] : []
}

function commissionOf(
  { day, product, spent, fee }: KeptFees,
  { share, ...ids }: Pick<Commission, 'referral_id' | 'of_referral_id'> & { share: number },
): Commission {
  return {
    ...{ ...ids, day, product, spent_micro_usd: spent, fee_micro_usd: fee },
    ...{ basis_points: share, micro_usd: commissionOn(fee, share) },
  }
}

/** Stores commissions, and tells their affiliate of each day with some. */
async function book(
  ctx: BookCtx,
  tx: Tx,
  { row, level, rows }: { row: ReferralRow; level: 1 | 2; rows: readonly Commission[] },
): Promise<void> {
  await insertCommissions(tx, rows)
  if (rows.length === 0) return
  const { id: subject, account_id: accountId } = row
  const byDay = [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
    ...{ day, level },
    commission_micro_usd: ofDay.reduce((sum, one) => sum + one.micro_usd, 0),
  }))
  const events = byDay
    .filter(({ commission_micro_usd: microUsd }) => microUsd !== 0)
    .map((booked) =>
      affiliateCommissionBooked.of({ subject, accountId, payload: { ...factsOf(row), ...booked } }),
    )
  await recordEvents(ctx, tx, events)
  await tx.publish({ topic: 'affiliate', transient: true, accountId, subject })
}

async function activate(ctx: BookCtx, tx: Tx, row: ReferralRow): Promise<void> {
  if (row.activated_at !== null) return
  const { id, account_id: accountId } = row
  await updateReferral(tx, id, { activated_at: ctx.clock.now() })
  await recordEvents(ctx, tx, [
    affiliateActivated.of({ subject: id, accountId, payload: factsOf(row) }),
  ])
}
