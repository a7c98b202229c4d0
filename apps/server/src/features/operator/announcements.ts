import type { AnnouncementId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { OperatorAnnouncement } from '@gridloom/contract/operator/announcement'
import type { Announcement } from '@gridloom/contract/system/announcement'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from '../accounts/index.ts'
import {
  type AnnouncementRow,
  insertAnnouncement,
  selectAnnouncements,
  selectCurrent,
  setWithdrawn,
} from './announcements-store.ts'
import { publishAnnouncements } from './publish-announcements.ts'

/** The announcements that are currently shown, for every caller. */
export async function currentAnnouncements(
  ctx: Pick<Ctx, 'clock' | 'db'>,
): Promise<Announcement[]> {
  return (await selectCurrent(ctx.db, ctx.clock.now())).map(announcementOf)
}

/** The newest 200 announcements, in any state. @throws Refused `unauthorized`, `forbidden` */
export async function listAnnouncements(ctx: Ctx): Promise<OperatorAnnouncement[]> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  return (await selectAnnouncements(ctx.db)).map((row) => operatorsViewOf(row, now))
}

interface NewAnnouncement {
  level: Announcement['level']
  text: string
  starts_at?: string | undefined
  ends_at?: string | null | undefined
  mail: boolean
}

/**
 * Creates an announcement that starts now or later. Its emails, if requested, are sent in batches in the background.
 * @throws Refused `unauthorized`, `forbidden`; `invalid_input` when it would end before it begins, or in the past
 */
export async function announce(ctx: Ctx, input: NewAnnouncement): Promise<OperatorAnnouncement> {
  operatorOf(ctx)
  const now = ctx.clock.now()
  const startsAt = input.starts_at === undefined ? now : new Date(input.starts_at)
  const endsAt = typeof input.ends_at === 'string' ? new Date(input.ends_at) : null
  if (endsAt !== null && (endsAt <= startsAt || endsAt <= now)) {
    throw new Refused('invalid_input', { fields: { ends_at: 'Choose a later end' } })
  }
  const row = await ctx.transact(async (tx) => {
    const id = ctx.ids.mint('announcement')
    tx.note({ subject: id })
    await publishAnnouncements(tx)
    return insertAnnouncement(tx, {
      id,
      level: input.level,
      text: input.text,
      starts_at: startsAt,
      ends_at: endsAt,
      withdrawn_at: null,
      published_state: startsAt <= now ? 'now' : 'scheduled',
      by_mail: input.mail,
      mailed_at: null,
    })
  })
  return operatorsViewOf(row, now)
}

/** Withdraws an announcement; emails not sent yet are never sent. @throws Refused `forbidden`, `not_found` */
export async function withdrawAnnouncement(ctx: Ctx, id: AnnouncementId): Promise<void> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    if ((await setWithdrawn(tx, id, ctx.clock.now())) === 'unknown') {
      throw new Refused('not_found', { details: { what: 'announcement' } })
    }
    await publishAnnouncements(tx)
  })
}

function announcementOf(row: AnnouncementRow): Announcement {
  return {
    id: row.id,
    level: row.level,
    text: row.text,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
  }
}

function operatorsViewOf(row: AnnouncementRow, now: Date): OperatorAnnouncement {
  return { ...announcementOf(row), state: stateOf(row, now), mail: mailOf(row) }
}

function stateOf(row: AnnouncementRow, now: Date): OperatorAnnouncement['state'] {
  if (row.withdrawn_at !== null) return 'withdrawn'
  if (row.starts_at > now) return 'scheduled'
  return row.ends_at !== null && row.ends_at <= now ? 'ended' : 'now'
}

function mailOf(row: AnnouncementRow): OperatorAnnouncement['mail'] {
  if (!row.by_mail) return 'none'
  return row.mailed_at === null ? 'waiting' : 'sent'
}
