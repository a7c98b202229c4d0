import { systemClock } from '@gridloom/async/clock'
import { AccountId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ReceivedChange } from '../events.ts'
import { systemIds } from '../ids.ts'
import { silentLog } from '../log.ts'
import { changeChannel, type Db } from './connect.ts'
import { listenForChanges } from './listen.ts'

const someone = AccountId.parse('acc_00000000000000000000000001')
const other = AccountId.parse('acc_00000000000000000000000002')

it('receives a change once it is committed', async () => {
  await using fixture = await setup()
  await fixture.publish('balance', someone)
  await eventually(() =>
    expect(fixture.received).toMatchObject([{ topic: 'balance', accountId: someone }]),
  )
})

it('receives nothing of a transaction that fails', async () => {
  await using fixture = await setup()
  const failing = fixture.ctx().transact(async (tx) => {
    await tx.publish({ topic: 'balance', accountId: someone, subject: '' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await fixture.publish('machine', someone)
  await eventually(() => expect(fixture.received.map(({ topic }) => topic)).toEqual(['machine']))
})

it('reconnects and catches up on missed changes when its connection breaks', async () => {
  await using fixture = await setup()
  await fixture.publish('balance', someone)
  await eventually(() => expect(fixture.received).toHaveLength(1))
  await cutListener(fixture)
  await fixture.publish('instance', someone)
  await eventually(() =>
    expect(fixture.received.some(({ topic }) => topic === 'instance')).toBe(true),
  )
  await eventually(() => expect(fixture.changes.connected()).toBe(true))
})

it('returns only an account’s own changes when it resumes', async () => {
  await using fixture = await setup()
  await fixture.publish('balance', someone)
  await fixture.publish('balance', other)
  const missed = await fixture.changes.since('0', someone)
  expect(missed.map(({ accountId }) => accountId)).toEqual([someone])
})

it('returns every missed change, each subject once, in the order of ids', async () => {
  await using fixture = await setup()
  await sql`insert into events (topic, account_id, subject)
    select 'instance', ${someone}::text, 'ins-' || n % 1500 from generate_series(1, 3000) n`.execute(
    fixture.db,
  )
  const missed = await fixture.changes.since('0', someone)
  expect(missed).toHaveLength(1_500)
  expect(missed.map(({ id }) => Number(id))).toEqual(
    missed.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
  )
})

it('ignores notifications that it cannot parse', async () => {
  await using fixture = await setup()
  for (const payload of ['not JSON', '{}', '{"topic":"of a newer server"}'])
    await sql`select pg_notify(${changeChannel}, ${payload})`.execute(fixture.db)
  await fixture.publish('balance', someone)
  await eventually(() => expect(fixture.received.map(({ topic }) => topic)).toEqual(['balance']))
})

it('reconnects even if the database fails again while it catches up', async () => {
  let failures = 1
  await using fixture = await setup((db) => {
    const selectFrom: typeof db.selectFrom = db.selectFrom.bind(db)
    let asked = 0
    return new Proxy(db, {
      get: (target, name) => {
        if (name !== 'selectFrom') return Reflect.get(target, name)
        asked += 1
        if (asked === 1 || failures-- <= 0) return selectFrom
        throw new TypeError('the connection broke again')
      },
    })
  })
  await cutListener(fixture)
  await fixture.publish('instance', someone)
  await eventually(() =>
    expect(fixture.received.some(({ topic }) => topic === 'instance')).toBe(true),
  )
  expect(failures).toBeLessThan(1)
  await eventually(() => expect(fixture.changes.connected()).toBe(true))
})

async function cutListener({ db }: { db: Db }): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'gridloom-listen' and datname = current_database()`.execute(db)
}

async function setup(through: (db: Db) => Db = (db) => db) {
  const fixture = await withDatabase()
  const received: ReceivedChange[] = []
  const clock = systemClock
  const ids = systemIds(clock.now)
  const changes = await listenForChanges({
    url: fixture.url,
    db: through(fixture.db),
    clock,
    ids,
    log: silentLog(),
    topics: ['balance', 'instance', 'machine'],
  })
  changes.subscribe((change) => received.push(change))
  return {
    ...fixture,
    changes,
    received,
    publish: (topic: 'balance' | 'instance' | 'machine', accountId: AccountId) =>
      fixture.ctx().transact((tx) => tx.publish({ topic, accountId, subject: '' })),
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
