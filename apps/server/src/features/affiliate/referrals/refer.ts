import type { NewReferral } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { attribute } from '@gridloom/domain/affiliate/attribution'
import { gapVariation, isEven } from '@gridloom/domain/affiliate/click-rhythm'
import { consumeAttempt } from '../../../platform/attempts/limit-attempts.ts'
import { type Ctx, type Tx, userOf } from '../../../platform/ctx.ts'
import { countClicksOfDay, findClick, selectClickTimes } from '../clicks/clicks-store.ts'
import { findAffiliate } from '../codes/codes-store.ts'
import type { ReferralRow } from '../schema.ts'
import { joinReferral } from './join-referral.ts'
import {
  insertReferral,
  lockNewAccount,
  lockReferralOf,
  updateReferral,
} from './referrals-store.ts'

type ReferCtx = Pick<Ctx, 'ids' | 'clock' | 'log'>
type Landing = Pick<ReferralRow, 'page' | 'campaign' | 'sub_id' | 'source'>

/** An affiliate that a new account names, and the click that led there, if any. */
interface Named {
  readonly referred: AccountId
  readonly affiliate: AccountId
  readonly click:
    | ({ at: Date } & Landing &
        Pick<ReferralRow, 'click_id' | 'network_clicks' | 'day_clicks' | 'even_clicks'>)
    | undefined
  /** The network address of the request. */
  readonly address: string
}

const triesPerDay = 20
/** Fewer clicks of a network are too few to tell. */
const evenFromClicks = 12
const dayS = 86_400

/**
 * Names the referrer of the caller's account, once. The database decides between parallel calls: an account has one row.
 * @throws Refused `referral_unknown`, `referral_own`, `referral_bound`, `referral_too_late`, `referral_expired`,
 * `too_many_requests` after 20 calls in a day
 */
export async function refer(
  ctx: Ctx,
  { code, click_id: clickId }: NewReferral,
  address: string,
): Promise<void> {
  const referred = userOf(ctx)
  await consumeAttempt(ctx, [{ key: `refer:${referred}`, max: triesPerDay, windowS: dayS }])
  const affiliate = await findAffiliate(ctx.db, code)
  if (affiliate === undefined) throw new Refused('referral_unknown')
  const click = clickId === undefined ? undefined : await findClick(ctx.db, clickId)
  if (clickId !== undefined && click?.account_id !== affiliate)
    throw new Refused('referral_unknown')
  await ctx.transact(async (tx) => {
    tx.note({ subject: affiliate })
    await attributeTo(ctx, tx, { referred, affiliate, address, click: await landingOf(tx, click) })
  })
}

async function landingOf(
  tx: Tx,
  click: Awaited<ReturnType<typeof findClick>>,
): Promise<Named['click']> {
  if (click === undefined) return undefined
  const { id, visitor_hash: hash, account_id: affiliate, at } = click
  const times = hash === null ? [] : await selectClickTimes(tx.db, hash)
  const variation = gapVariation(
    times.map((one) => one.getTime()),
    evenFromClicks,
  )
  return {
    ...{ ...click, click_id: id, network_clicks: times.length },
    day_clicks: times.length === 0 ? 0 : await countClicksOfDay(tx.db, affiliate, at),
    even_clicks: isEven(variation, times.length),
  }
}

async function attributeTo(ctx: ReferCtx, tx: Tx, named: Named): Promise<void> {
  const { referred, affiliate, click } = named
  if (referred === affiliate) throw new Refused('referral_own')
  const account = await lockNewAccount(tx, referred)
  if (account === undefined) throw new Refused('unauthorized')
  const bound = await lockReferralOf(tx, referred)
  const decided = attribute(
    {
      affiliate,
      by: click === undefined ? 'code' : 'click',
      clickedAt: click?.at ?? null,
      accountCreatedAt: account.createdAt,
      now: ctx.clock.now(),
    },
    bound && { by: bound.by, affiliate: bound.account_id, joined: bound.joined_at !== null },
  )
  if (decided === 'same') return
  if (decided === 'bound') throw new Refused('referral_bound')
  if (decided === 'too_late') throw new Refused('referral_too_late')
  if (decided === 'expired') throw new Refused('referral_expired')
  await store(ctx, tx, { named, bound })
  if (account.verifiedAt !== null)
    await joinReferral(ctx, tx, { accountId: referred, address: named.address })
}

async function store(
  ctx: ReferCtx,
  tx: Tx,
  { named, bound }: { named: Named; bound: ReferralRow | undefined },
): Promise<void> {
  const { referred, affiliate, click } = named
  const attributed = {
    account_id: affiliate,
    by: click === undefined ? ('code' as const) : ('click' as const),
    ...{ page: click?.page ?? '', campaign: click?.campaign ?? '' },
    ...{ sub_id: click?.sub_id ?? '', source: click?.source ?? '' },
    ...{ click_id: click?.click_id ?? null, network_clicks: click?.network_clicks ?? 0 },
    ...{ day_clicks: click?.day_clicks ?? 0, even_clicks: click?.even_clicks ?? false },
    created_at: ctx.clock.now(),
  }
  if (bound !== undefined) return updateReferral(tx, bound.id, attributed)
  const id = ctx.ids.mint('referral')
  const isFirst = await insertReferral(tx, { id, referred_account_id: referred, ...attributed })
  if (!isFirst) throw new Refused('referral_bound')
}

/** Whether a code that was typed at registration is a referral code. */
export async function isAffiliateCode(tx: Tx, code: string): Promise<boolean> {
  return (await findAffiliate(tx.db, code)) !== undefined
}

/** Names the affiliate of a code that was typed at registration, for an account that was just created. */
export async function referByCode(
  ctx: ReferCtx,
  tx: Tx,
  { accountId, code, address }: { accountId: AccountId; code: string; address: string },
): Promise<void> {
  const affiliate = await findAffiliate(tx.db, code)
  if (affiliate === undefined) return
  await attributeTo(ctx, tx, { referred: accountId, affiliate, address, click: undefined })
}
