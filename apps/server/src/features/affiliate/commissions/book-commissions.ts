import { type AffiliateTerms, shareOf } from '@gridloom/contract/affiliate/affiliate'
import type { ReferralId } from '@gridloom/contract/core/ids'
import { commissionOn, dayAfter, dayOf, lastsUntil } from '@gridloom/domain/affiliate/commission'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { type KeptFees, selectKeptFees } from '../../ledger/index.ts'
import { affiliateActivated } from '../events.ts'
import { lockReferral, updateReferral } from '../referrals/referrals-store.ts'
import type { ReferralRow } from '../schema.ts'
import { firstUnbooked, insertCommissions, selectToBook } from './commissions-store.ts'
import { payCommissions } from './pay-commissions.ts'
import { loadTerms } from './terms-store.ts'

type BookCtx = Pick<Ctx, 'db' | 'clock' | 'ids' | 'log' | 'transact'>

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
  const fees = await selectKeptFees(tx.db, {
    accountId: row.referred_account_id,
    from: new Date(`${from}T00:00:00Z`),
    to: new Date(`${dayAfter(through)}T00:00:00Z`),
    except: [row.account_id, row.referred_account_id],
  })
  const until = lastsUntil(row.joined_at, terms.months)
  const counted = fees.flatMap((fee) => countedOf(fee, until))
  await insertCommissions(
    tx,
    counted.map(({ day, product, spent, fee }) => {
      const share = shareOf(terms, product)
      return {
        ...{ referral_id: id, day, product, spent_micro_usd: spent, fee_micro_usd: fee },
        ...{ basis_points: share, micro_usd: commissionOn(fee, share) },
      }
    }),
  )
  await updateReferral(tx, id, { booked_through: through })
  if (counted.length === 0) return
  await activate(ctx, tx, row)
  const { account_id: accountId } = row
  await tx.publish({ topic: 'affiliate', transient: true, accountId, subject: id })
}

/** After the last day only credits count, which take back what was earned before. */
function countedOf(fees: KeptFees, until: string): KeptFees[] {
  if (fees.day < until) return fees.spent === 0 && fees.fee === 0 ? [] : [fees]
  return fees.fee < 0 ? [{ ...fees, spent: Math.min(0, fees.spent) }] : []
}

async function activate(ctx: BookCtx, tx: Tx, row: ReferralRow): Promise<void> {
  if (row.activated_at !== null) return
  const { id, account_id: accountId, by, campaign, sub_id } = row
  await updateReferral(tx, id, { activated_at: ctx.clock.now() })
  await recordEvents(ctx, tx, [
    affiliateActivated.of({ subject: id, accountId, payload: { by, campaign, sub_id } }),
  ])
}
