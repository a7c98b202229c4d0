import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Ctx, Tx } from '../ctx.ts'
import { connectDatabase, type Db } from '../database/connect.ts'
import { transact } from '../database/transact.ts'
import { eventKind, eventSubscriber } from './business-event.ts'
import { saveSubscribers } from './business-events-store.ts'
import { deliverEvents } from './deliver-events.ts'
import { recordEvents } from './record-events.ts'
import { tidyBusinessEvents } from './tidy-business-events.ts'

const painted = eventKind('wall.painted', z.object({ coat: z.int() }))
const dayMs = 24 * 60 * 60 * 1_000

describe('recording', () => {
  it('stores an event only if its transaction commits', async () => {
    await using site = await setup()
    const failing = site.ctx.transact(async (tx) => {
      await site.record(tx, 'north', 1)
      throw new TypeError('no')
    })
    await expect(failing).rejects.toThrow('no')
    await site.paint('north', 2)
    await site.deliver()
    expect(site.handled).toEqual(['north 2'])
  })

  it('stores nothing without a subscriber; a later subscriber receives later events', async () => {
    await using site = await setup({ subscribed: 'not yet' })
    await site.paint('north', 1)
    await site.subscribe()
    await site.paint('north', 2)
    await site.deliver()
    expect(site.handled).toEqual(['north 2'])
  })

  it('stores an event once for each subscriber', async () => {
    await using site = await setup()
    const topics = [painted.topic]
    await site.ctx.transact((tx) => saveSubscribers(tx, [{ name: 'test.other', topics }]))
    await site.paint('north', 1)
    await site.deliver()
    expect(await site.waiting()).toEqual(['test.other north'])
  })
})

describe('delivering', () => {
  it('handles an event again after a crash before its commit, and its writes count once', async () => {
    await using site = await setup()
    await site.paint('north', 1)
    const dying = site.deliver({ before: (tx) => site.breakConnection(tx) })
    await expect(dying).resolves.toBeUndefined()
    expect(await site.written()).toEqual([])
    await site.passBackOff()
    await site.deliver()
    expect(await site.written()).toEqual(['north 1'])
    expect(await site.waiting()).toEqual([])
  })

  it('keeps the order of a subject, also behind an event that fails', async () => {
    await using site = await setup()
    for (const coat of [1, 2, 3]) await site.paint('north', coat)
    await site.deliver({ before: failOn('north', 2) })
    expect(site.handled).toEqual(['north 1'])
    await site.passBackOff()
    await site.deliver()
    expect(site.handled).toEqual(['north 1', 'north 2', 'north 3'])
  })

  it('delivers events of other subjects while one always fails', async () => {
    await using site = await setup()
    await site.paint('north', 1)
    for (const coat of [1, 2]) await site.paint('south', coat)
    await site.deliver({ before: failOn('north', 1) })
    expect(site.handled).toEqual(['south 1', 'south 2'])
  })

  it('parks an event after fifteen attempts, stores it, and continues with its subject', async () => {
    await using site = await setup()
    for (const coat of [1, 2]) await site.paint('north', coat)
    for (let attempt = 1; attempt <= 15; attempt++) {
      expect(site.handled).toEqual([])
      await site.deliver({ before: failOn('north', 1) })
      await site.passBackOff()
    }
    expect(site.handled).toEqual(['north 2'])
    const { rows } = await sql`select subject, attempts, parked_at is not null as parked
      from business_events`.execute(site.db)
    expect(rows).toEqual([{ subject: 'north', attempts: 15, parked: true }])
    expect(site.logged).toEqual(['business_event.parked'])
  })

  it('never handles an event, or two of one subject, in two processes at once', async () => {
    await using site = await setup()
    await using other = site.anotherProcess()
    for (let coat = 1; coat <= 20; coat++)
      for (const wall of ['north', 'south', 'east']) await site.paint(wall, coat)
    const inHand = new Set<string>()
    const before = async (tx: Tx, wall: string) => {
      expect(inHand.has(wall)).toBe(false)
      inHand.add(wall)
      await sql`select pg_sleep(0.002)`.execute(tx.db)
      inHand.delete(wall)
    }
    while ((await site.waiting()).length > 0)
      await Promise.all([site.deliver({ before }), site.deliver({ before, ctx: other.ctx })])
    for (const wall of ['north', 'south', 'east'])
      expect(site.handled.filter((one) => one.startsWith(wall))).toEqual(
        Array.from({ length: 20 }, (_, index) => `${wall} ${index + 1}`),
      )
  })
})

it('deletes events that were not handled for thirty days', async () => {
  await using site = await setup()
  await site.paint('north', 1)
  await site.clock.jump(30 * dayMs)
  await site.paint('south', 1)
  await tidyBusinessEvents(site.ctx)
  expect(await site.waiting()).toEqual(['test.walls north', 'test.walls south'])
  await site.clock.jump(1)
  await tidyBusinessEvents(site.ctx)
  expect(await site.waiting()).toEqual(['test.walls south'])
})

type Before = (tx: Tx, wall: string, coat: number) => Promise<void>

function failOn(wall: string, coat: number): Before {
  return async (_tx, subject, n) => {
    if (subject === wall && n === coat) throw new TypeError('wet')
  }
}

async function setup({ subscribed = 'now' }: { subscribed?: 'now' | 'not yet' } = {}) {
  const fixture = await withDatabase()
  const { db, clock } = fixture
  const logged: unknown[] = []
  const ctx = fixture.ctx()
  ctx.log.error = (fields: { event?: string }) => void logged.push(fields.event)
  await sql`create table coats (text text)`.execute(db)
  const handled: string[] = []
  const subscribing = (before: Before) =>
    eventSubscriber({
      name: 'test.walls',
      to: [painted],
      async handle(_ctx: Ctx, tx, { subject, payload }) {
        const text = `${subject} ${payload.coat}`
        await sql`insert into coats values (${text})`.execute(tx.db)
        await before(tx, subject, payload.coat)
        handled.push(text)
      },
    })
  const usual = subscribing(async () => {})
  const record = (tx: Tx, subject: string, coat: number) =>
    recordEvents(ctx, tx, [painted.of({ subject, accountId: null, payload: { coat } })])
  const site = {
    ...fixture,
    ctx,
    handled,
    logged,
    record,
    subscribe: () => ctx.transact((tx) => saveSubscribers(tx, [usual])),
    paint: (wall: string, coat: number) => ctx.transact((tx) => record(tx, wall, coat)),
    deliver: ({ before, ctx: by = ctx }: { before?: Before; ctx?: Ctx } = {}) =>
      deliverEvents(by, before === undefined ? usual : subscribing(before), by.signal),
    passBackOff: () => clock.jump(3 * 60 * 60 * 1_000),
    waiting: () => waitingIn(db),
    async written() {
      const { rows } = await sql<{ text: string }>`select text from coats`.execute(db)
      return rows.map(({ text }) => text)
    },
    async breakConnection(tx: Tx) {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
    },
    anotherProcess() {
      const { db: there } = connectDatabase(fixture.url, { connections: 3 })
      const work: Ctx['transact'] = (run) => transact(there, run)
      return {
        ctx: { ...ctx, db: there, transact: work },
        [Symbol.asyncDispose]: () => there.destroy(),
      }
    },
  }
  if (subscribed === 'now') await site.subscribe()
  return site
}

async function waitingIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select subscriber || ' ' || subject as text from business_events order by id`.execute(db)
  return rows.map(({ text }) => text)
}
