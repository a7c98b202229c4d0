import { hash } from 'node:crypto'
import { channelNames } from '@gridloom/contract/channels/channel'
import { plainText } from '@gridloom/contract/core/plain-text'
import { Refused } from '@gridloom/contract/errors'
import { type ICalendarEvent, iCalendarOf } from '@gridloom/domain/posts/icalendar'
import type { CalendarPeriod, ReadCalendarPeriods } from '../../../platform/feature.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { PostsCtx } from '../ctx.ts'
import { type EventRow, selectEvents } from '../posts-store.ts'
import { findFeedAccount } from './feeds-store.ts'

const dayMs = 86_400_000
const pastDays = 90
const aheadDays = 366
const summaryCharsMax = 60

/** Returns a calendar by its secret file name, `{secret}.ics`. @throws Refused `not_found` */
export async function downloadFeed(
  ctx: PostsCtx,
  file: string,
  readPeriods: ReadCalendarPeriods,
): Promise<Download> {
  const accountId = await findFeedAccount(ctx.db, hashSecret(file.slice(0, -'.ics'.length)))
  if (accountId === undefined)
    throw new Refused('not_found', { details: { what: 'calendar feed' } })
  const now = ctx.clock.now().getTime()
  const [from, to] = [new Date(now - pastDays * dayMs), new Date(now + aheadDays * dayMs)]
  const events = await selectEvents(ctx.db, { accountId, from, to })
  const text = iCalendarOf('Gridloom', [
    ...events.map(writtenEvent),
    ...(await readPeriods(ctx, { accountId, from, to })).flatMap(writtenPeriod),
  ])
  return {
    ...{ fileName: 'gridloom.ics', contentType: 'text/calendar; charset=utf-8' },
    etag: hash('sha256', text, 'hex').slice(0, 32),
    pieces: inOnePiece(text),
  }
}

function writtenEvent(row: EventRow): ICalendarEvent {
  const channel = channelNames[row.channel]
  return {
    uid: `${row.post_id}-${row.connected_account_id}@gridloom`,
    ...{ at: row.at, changedAt: row.changed_at, url: row.url },
    summary: `${channel}: ${plainText(row.text, summaryCharsMax)}`,
    description: `${row.handle}\n${row.state}\n\n${row.text}`,
    status: row.state === 'published' ? 'CONFIRMED' : 'TENTATIVE',
  }
}

/** A mission with its window and the end of its claims; an announcement while it is shown, or when it began. */
function writtenPeriod({
  kind,
  id,
  title,
  from,
  to,
  until,
  changedAt,
}: CalendarPeriod): ICalendarEvent[] {
  const word = kind === 'mission' ? 'Mission' : 'Announcement'
  const summary = `${word}: ${plainText(title, summaryCharsMax)}`
  const common = { changedAt, url: null, description: title, status: 'CONFIRMED' as const }
  const period = { ...common, uid: `${id}@gridloom`, at: from, ...(to !== null && { to }), summary }
  if (until === null) return [period]
  const claim = `Last time to claim: ${plainText(title, summaryCharsMax)}`
  return [period, { ...common, uid: `${id}-claim@gridloom`, at: until, summary: claim }]
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}
