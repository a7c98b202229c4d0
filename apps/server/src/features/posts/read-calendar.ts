import { ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import type { Calendar, CalendarQuery } from '@gridloom/contract/posts/post'
import { userOf } from '../../platform/ctx.ts'
import type { CalendarPeriod, ReadCalendarPeriods } from '../../platform/feature.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { listConnectedAccounts } from '../channels/index.ts'
import type { PostsCtx } from './ctx.ts'
import { limitsOf } from './limits-of.ts'
import { referralLinkOf } from './own-links.ts'
import { type EventRow, selectEvents } from './posts-store.ts'

const dayMs = 86_400_000

/** Returns the posts, missions and announcements of some days, with the accounts that the caller has connected and the channels that they have not. */
export async function readCalendar(
  ctx: PostsCtx,
  query: CalendarQuery,
  readPeriods: ReadCalendarPeriods,
): Promise<Calendar> {
  const accountId = userOf(ctx)
  const from = query.from === undefined ? mondayOf(ctx.clock.now()) : new Date(query.from)
  const to = new Date(from.getTime() + query.days * dayMs)
  const accounts = await listConnectedAccounts(ctx.db, accountId)
  const connected = new Set(accounts.map(({ channel }) => channel))
  return {
    ...{ from: from.toISOString(), to: to.toISOString() },
    events: (await selectEvents(ctx.db, { accountId, from, to })).map(shownEvent),
    periods: (await readPeriods(ctx, { accountId, from, to })).map(shownPeriod),
    connected_accounts: accounts.map((account) => ({
      ...{ id: account.id, name: account.name, channel: account.channel },
      ...{ handle: account.handle, state: account.state, limits: limitsOf(ctx, account) },
    })),
    not_connected_channels: ChannelId.options
      .filter((id) => !connected.has(id))
      .map((id) => ({ id, name: channelNames[id] })),
    referral_link: await referralLinkOf(ctx),
  }
}

function mondayOf(now: Date): Date {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - sinceMonday))
}

function shownPeriod(period: CalendarPeriod): Calendar['periods'][number] {
  const { kind, id, title, from, to, until } = period
  return {
    ...{ kind, id, title, from: from.toISOString(), to: isoOrNull(to) },
    claim_until: isoOrNull(until),
  }
}

function shownEvent({ changed_at: _changed, at, ...row }: EventRow): Calendar['events'][number] {
  return { ...row, at: at.toISOString() }
}
