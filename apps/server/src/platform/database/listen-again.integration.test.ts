import { AccountId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ReceivedChange } from '../events.ts'
import { systemIds } from '../ids.ts'
import { silentLog } from '../log.ts'
import { listenForChanges } from './listen.ts'

const someone = AccountId.parse('acc_00000000000000000000000001')

it('waits before it reconnects, and reports that it is not connected meanwhile', async () => {
  await using site = await setup()
  await site.cut()
  await eventually(() => expect(site.changes.connected()).toBe(false))
  await site.publish('instance')
  expect(site.received).toEqual([])
  await site.untilBack()
  await eventually(() => expect(site.received.map(({ topic }) => topic)).toEqual(['instance']))
})

it('recovers from each of three disconnects without missing a change', async () => {
  await using site = await setup()
  for (const topic of ['balance', 'instance', 'machine'] as const) {
    await site.cut()
    await eventually(() => expect(site.changes.connected()).toBe(false))
    await site.publish(topic)
    await site.untilBack()
    await eventually(() => expect(site.received.at(-1)?.topic).toBe(topic))
  }
  expect(new Set(site.received.map(({ topic }) => topic))).toEqual(
    new Set(['balance', 'instance', 'machine']),
  )
})

it('receives live changes again after it reconnects', async () => {
  await using site = await setup()
  await site.cut()
  await eventually(() => expect(site.changes.connected()).toBe(false))
  await site.untilBack()
  await site.publishMetrics()
  await eventually(() => expect(site.received.map(({ topic }) => topic)).toEqual(['metrics']))
})

it('can be stopped while it is disconnected', async () => {
  await using site = await setup()
  await site.cut()
  await eventually(() => expect(site.changes.connected()).toBe(false))
  await site.changes[Symbol.asyncDispose]()
  await site.clock.advance(60_000)
  expect(site.changes.connected()).toBe(false)
  expect(await site.listening()).toBe(0)
})

it('leaves no connection behind when it is stopped', async () => {
  await using site = await setup()
  expect(await site.listening()).toBe(1)
  await site.changes[Symbol.asyncDispose]()
  await eventually(async () => expect(await site.listening()).toBe(0))
})

it('notifies every subscriber, and none that has unsubscribed', async () => {
  await using site = await setup()
  const other: string[] = []
  const leave = site.changes.subscribe(({ topic }) => other.push(topic))
  await site.publish('balance')
  await eventually(() => expect(site.received).toHaveLength(1))
  leave()
  await site.publish('machine')
  await eventually(() => expect(site.received).toHaveLength(2))
  expect(other).toEqual(['balance'])
})

async function setup() {
  const fixture = await withDatabase()
  const received: ReceivedChange[] = []
  const { clock } = fixture
  const changes = await listenForChanges({
    url: fixture.url,
    db: fixture.db,
    clock,
    ids: systemIds(clock.now),
    log: silentLog(),
    topics: ['balance', 'instance', 'machine', 'metrics', 'offers'],
  })
  changes.subscribe((change) => received.push(change))
  return {
    ...fixture,
    changes,
    received,
    publish: (topic: 'balance' | 'instance' | 'machine') =>
      fixture.ctx().transact((tx) => tx.publish({ topic, accountId: someone, subject: '' })),
    publishMetrics: () =>
      fixture
        .ctx()
        .transact((tx) =>
          tx.publish({ topic: 'metrics', transient: true, accountId: someone, subject: '' }),
        ),
    /** Ends the listening connection from the database's side. */
    async cut() {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'gridloom-listen' and datname = current_database()`.execute(
        fixture.db,
      )
    },
    /** Advances the clock until it listens again. */
    async untilBack() {
      await eventually(async () => {
        await clock.advance(5_000)
        expect(changes.connected()).toBe(true)
      })
    },
    async listening(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where application_name = 'gridloom-listen' and datname = current_database()`.execute(
        fixture.db,
      )
      return rows[0]?.count ?? -1
    },
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
