import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import { publishDueAnnouncements } from './publish-due-announcements.ts'

const never = new AbortController().signal

describe('announcements', () => {
  it('are shown to everyone from their start to their end, newest first', async () => {
    await using fixture = await withPeople()
    const now = await announce(fixture, { text: 'Hello' })
    expect(now).toMatchObject({ state: 'now', mail: 'none', ends_at: null })
    const later = await announce(fixture, {
      text: 'Tonight',
      level: 'warning',
      starts_at: at(fixture, 60_000),
      ends_at: at(fixture, 120_000),
    })
    expect(later.state).toBe('scheduled')
    expect(await seen(fixture)).toEqual(['Hello'])
    await fixture.clock.advance(60_000)
    expect(await seen(fixture)).toEqual(['Tonight', 'Hello'])
    await fixture.clock.advance(60_000)
    expect(await seen(fixture)).toEqual(['Hello'])
    await fixture.operator.operator.withdrawAnnouncement({ params: { id: now.id } })
    expect(await seen(fixture)).toEqual([])
    const all = await fixture.operator.operator.announcements()
    expect(all.map(({ text, state }) => [text, state])).toEqual([
      ['Tonight', 'ended'],
      ['Hello', 'withdrawn'],
    ])
  })

  it('publish one change when they are created, begin, end and are withdrawn', async () => {
    await using fixture = await withPeople()
    const published = countPublished(fixture)
    const { id } = await announce(fixture, {
      text: 'Soon',
      starts_at: at(fixture, 60_000),
      ends_at: at(fixture, 120_000),
    })
    expect(await published()).toBe(1)
    await fixture.clock.advance(59_000)
    await publishDueAnnouncements(fixture.system, never)
    expect(await published()).toBe(1)
    for (const [ms, times] of [
      [2_000, 2],
      [60_000, 3],
    ] as const) {
      await fixture.clock.jump(ms)
      await Promise.all([1, 2, 3].map(() => publishDueAnnouncements(fixture.system, never)))
      expect(await published()).toBe(times)
    }
    await fixture.operator.operator.withdrawAnnouncement({ params: { id } })
    expect(await published()).toBe(4)
  })

  it('reject an end before the start or in the past, and cannot be withdrawn by an unknown id', async () => {
    await using fixture = await withPeople()
    for (const input of [
      { text: 'x', starts_at: at(fixture, 60_000), ends_at: at(fixture, 60_000) },
      { text: 'x', starts_at: at(fixture, -60_000), ends_at: at(fixture, -1_000) },
    ]) {
      expect(await refusalOf(announce(fixture, input))).toMatchObject({
        code: 'invalid_input',
        fields: { ends_at: expect.any(String) },
      })
    }
    const params = { id: fixture.system.ids.mint('announcement') }
    const withdraw = fixture.operator.operator.withdrawAnnouncement({ params })
    expect(await refusalOf(withdraw)).toMatchObject({ code: 'not_found' })
  })
})

describe('an announcement by email', () => {
  it('reaches every subscriber once, also with several replicas at work', async () => {
    await using fixture = await withPeople()
    const people = await Promise.all(Array.from({ length: 6 }, () => fixture.someone()))
    const [quiet, ...others] = people
    await quiet?.client.accounts.changeNotifications({ body: { announcements: false } })
    const { mail } = await announce(fixture, { text: 'New prices\nfrom May', mail: true })
    expect(mail).toBe('waiting')
    await Promise.all([1, 2, 3].map(() => publishDueAnnouncements(fixture.system, never)))
    await Promise.all([1, 2, 3].map(() => publishDueAnnouncements(fixture.system, never)))
    for (const { email } of others) {
      const { text } = await fixture.server.inbox.message(email, isNews)
      expect(text).toContain('New prices\n\nfrom May')
    }
    for (const { email } of people) {
      const emails = (await fixture.server.inbox.emailsTo(email)).filter(isNews)
      expect(emails.length).toBe(email === quiet?.email ? 0 : 1)
    }
    expect((await fixture.operator.operator.announcements())[0]?.mail).toBe('sent')
  })

  it('is sent at its start, and never once it is withdrawn', async () => {
    await using fixture = await withPeople()
    const { email } = await fixture.someone()
    const input = { text: 'Later', mail: true, starts_at: at(fixture, 60_000) }
    await announce(fixture, input)
    const { id } = await announce(fixture, { ...input, text: 'Never' })
    await publishDueAnnouncements(fixture.system, never)
    expect((await fixture.server.inbox.emailsTo(email)).filter(isNews)).toEqual([])
    await fixture.operator.operator.withdrawAnnouncement({ params: { id } })
    await fixture.clock.jump(60_000)
    await publishDueAnnouncements(fixture.system, never)
    await fixture.server.inbox.message(email, isNews)
    const texts = (await fixture.server.inbox.emailsTo(email)).filter(isNews)
    expect(texts.map(({ text }) => /Later|Never/.exec(text)?.[0])).toEqual(['Later'])
  })
})

interface NewAnnouncement {
  text: string
  level?: 'info' | 'warning'
  starts_at?: string
  ends_at?: string
  mail?: boolean
}

function announce({ operator }: PeopleFixture, input: NewAnnouncement) {
  return operator.operator.announce({ body: { level: 'info', ...input } })
}

function at({ clock }: PeopleFixture, ms: number): string {
  return new Date(clock.now().getTime() + ms).toISOString()
}

async function seen({ server }: PeopleFixture): Promise<string[]> {
  return (await server.client().system.announcements()).map(({ text }) => text)
}

/** Counts the changes of announcements that were published. */
function countPublished({ db }: PeopleFixture) {
  return async () => {
    const rows = await db
      .selectFrom('events')
      .select('id')
      .where('topic', '=', 'announcements')
      .execute()
    return rows.length
  }
}

function isNews({ subject }: { subject: string }): boolean {
  return subject.startsWith('News from')
}
