import { type AccountId, AnnouncementId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addAddressee } from '../../../test/mailed.ts'
import { loadMaintenance, storeMaintenance } from '../accounts/maintenance-store.ts'
import { lockAccountStatus, setSuspended } from '../accounts/suspension-store.ts'
import { endSessionsOf } from '../auth/sessions-store.ts'
import {
  advancePhases,
  insertAnnouncement,
  lockToMail,
  noteMailed,
  selectCurrent,
  setWithdrawn,
} from './announcements-store.ts'
import { selectUsers } from './users-store.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(start + ms)

it('shows an announcement from its start until just before its end', async () => {
  await using news = await setup()
  await news.announce('a', { from: 10, until: 20 })
  await news.announce('b', { from: 15 })
  const seen = async (ms: number) =>
    (await selectCurrent(news.db, at(ms))).map(({ text }) => text).join()
  expect(await seen(9)).toBe('')
  expect(await seen(10)).toBe('a')
  expect(await seen(19)).toBe('b,a')
  expect(await seen(20)).toBe('b')
})

it('sorts announcements with the same start by id, newest first', async () => {
  await using news = await setup()
  for (const text of ['a', 'b', 'c']) await news.announce(text, { from: 0 })
  expect((await selectCurrent(news.db, at(0))).map(({ text }) => text)).toEqual(['c', 'b', 'a'])
})

it('updates each announcement once at its start and once at its end', async () => {
  await using news = await setup()
  await news.announce('a', { from: 10, until: 20 })
  const moved = []
  for (const ms of [9, 10, 11, 19, 20, 21]) moved.push(await news.move(ms))
  expect(moved).toEqual([0, 1, 0, 0, 1, 0])
})

it('updates an announcement that began and ended unseen once, to ended', async () => {
  await using news = await setup()
  await news.announce('a', { from: 10, until: 20 })
  expect(await news.move(1_000)).toBe(1)
  expect(await news.move(2_000)).toBe(0)
})

it('updates an announcement once across concurrent replicas', async () => {
  await using news = await setup()
  await news.announce('a', { from: 10 })
  const moved = await Promise.all([news.move(10), news.move(10), news.move(10)])
  expect(moved.reduce((sum, count) => sum + count, 0)).toBe(1)
})

it('keeps the first date of a withdrawal and reports an unknown id', async () => {
  await using news = await setup()
  const id = await news.announce('a', { from: 0 })
  const withdraw = (which: AnnouncementId, ms: number) =>
    news.ctx().transact((tx) => setWithdrawn(tx, which, at(ms)))
  expect(await withdraw(id, 1)).toBe('withdrawn')
  expect(await withdraw(id, 2)).toBe('withdrawn')
  const { rows } = await sql`select withdrawn_at from announcements`.execute(news.db)
  expect(rows).toEqual([{ withdrawn_at: at(1) }])
  expect(await withdraw(AnnouncementId.parse(`ann_${'9'.repeat(26)}`), 1)).toBe('unknown')
  expect(await selectCurrent(news.db, at(5))).toEqual([])
})

it('selects due announcements with email, earliest first, each until it is done', async () => {
  await using news = await setup()
  await news.announce('silent', { from: 0 })
  const second = await news.announce('second', { from: 2, mail: 'yes' })
  const first = await news.announce('first', { from: 1, mail: 'yes' })
  await news.announce('later', { from: 100, mail: 'yes' })
  const next = async () => (await news.ctx().transact((tx) => lockToMail(tx, at(10))))?.text
  const note = (id: AnnouncementId, mailed: { upTo: string } | { at: Date }) =>
    news.ctx().transact((tx) => noteMailed(tx, id, mailed))
  expect(await next()).toBe('first')
  await note(first, { upTo: 'acc_5' })
  expect(await next()).toBe('first')
  await note(first, { at: at(10) })
  expect(await next()).toBe('second')
  await note(second, { at: at(10) })
  expect(await next()).toBeUndefined()
})

it('lets two replicas email two announcements, never the same one', async () => {
  await using news = await setup()
  await news.announce('first', { from: 1, mail: 'yes' })
  await news.announce('second', { from: 2, mail: 'yes' })
  await news.ctx().transact(async (one) => {
    expect((await lockToMail(one, at(10)))?.text).toBe('first')
    await news.ctx().transact(async (other) => {
      expect((await lockToMail(other, at(10)))?.text).toBe('second')
      expect(await news.ctx().transact((third) => lockToMail(third, at(10)))).toBeUndefined()
    })
  })
})

it('keeps the start of maintenance while it is on, and clears it after', async () => {
  await using news = await setup()
  const store = (to: { kind: 'on'; at: Date } | { kind: 'off' }) =>
    news.ctx().transact((tx) => storeMaintenance(tx, to))
  expect(await loadMaintenance(news.db)).toBeNull()
  expect(await store({ kind: 'on', at: at(1) })).toEqual(at(1))
  expect(await store({ kind: 'on', at: at(2) })).toEqual(at(1))
  expect(await loadMaintenance(news.db)).toEqual(at(1))
  expect(await store({ kind: 'off' })).toBeNull()
  expect(await loadMaintenance(news.db)).toBeNull()
})

it('lists every user on exactly one page, also with equal creation times', async () => {
  await using news = await setup()
  for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve']) await news.person(name)
  const whole = (await selectUsers(news.db, { limit: 10, offset: 0 })).users
  for (const limit of [1, 2, 3, 4]) {
    const paged = []
    for (let offset = 0; offset < 5; offset += limit) {
      const { users, total } = await selectUsers(news.db, { limit, offset })
      expect(total).toBe(5)
      paged.push(...users)
    }
    expect(paged).toEqual(whole)
  }
  const beyond = await selectUsers(news.db, { limit: 2, offset: 100, search: 'a' })
  expect(beyond).toEqual({ users: [], total: 5 })
})

it('leaves out closed accounts and does not lock them', async () => {
  await using news = await setup()
  const ada = await news.person('ada')
  await sql`update accounts set closed_at = now()`.execute(news.db)
  expect(await selectUsers(news.db, { limit: 10, offset: 0 })).toEqual({ users: [], total: 0 })
  expect(await news.ctx().transact((tx) => lockAccountStatus(tx, ada))).toBeUndefined()
})

it('filters suspended users, with their date, machines and balance', async () => {
  await using news = await setup()
  const [ada, bob] = [await news.person('ada'), await news.person('bob')]
  const suspension = { at: at(7), reason: 'Mined coins' }
  await news.ctx().transact((tx) => setSuspended(tx, ada, suspension))
  const found = async (suspended: 'only' | 'without') =>
    (await selectUsers(news.db, { limit: 10, offset: 0, suspended })).users
  expect(await found('only')).toMatchObject([
    { account_id: ada, suspended_at: at(7).toISOString(), last_seen_at: null, machines: 0 },
  ])
  expect(await found('without')).toMatchObject([{ account_id: bob, available_micro_usd: 0 }])
  await news.ctx().transact((tx) => setSuspended(tx, ada, null))
  expect(await found('only')).toEqual([])
})

it('ends active sessions and returns each once', async () => {
  await using news = await setup()
  const ada = await news.person('ada')
  await sql`insert into sessions (id, account_id, created_at, expires_at, ended_at, last_seen_at)
    values ('ses_1', ${ada}, now(), now(), null, now()), ('ses_2', ${ada}, now(), now(), ${at(1)}, now())`.execute(
    news.db,
  )
  const end = () => news.ctx().transact((tx) => endSessionsOf(tx, ada, { but: null, at: at(9) }))
  expect(await end()).toEqual(['ses_1'])
  expect(await end()).toEqual([])
  const { rows } = await sql`select ended_at from sessions order by id`.execute(news.db)
  expect(rows).toEqual([{ ended_at: at(9) }, { ended_at: at(1) }])
})

interface Span {
  from: number
  until?: number
  mail?: 'yes'
}

async function setup() {
  const fixture = await withDatabase()
  let made = 0
  return {
    ...fixture,
    async announce(text: string, { from, until, mail }: Span): Promise<AnnouncementId> {
      made += 1
      const id = AnnouncementId.parse(`ann_${String(made).padStart(26, '0')}`)
      const row = {
        id,
        level: 'info' as const,
        text,
        starts_at: at(from),
        ends_at: until === undefined ? null : at(until),
        withdrawn_at: null,
        published_state: 'scheduled' as const,
        by_mail: mail === 'yes',
        mailed_at: null,
      }
      await fixture.ctx().transact((tx) => insertAnnouncement(tx, row))
      return id
    },
    move: (ms: number) => fixture.ctx().transact((tx) => advancePhases(tx, at(ms))),
    async person(name: string): Promise<AccountId> {
      const id: AccountId = fixture.ctx().ids.mint('account')
      await addAddressee(fixture.db, { id, email: `${name}@example.com` })
      return id
    },
  }
}
