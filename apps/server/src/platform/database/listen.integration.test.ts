import { AccountId } from '@gridloom/contract/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import type { Arrived } from '../events.ts'
import { systemIds } from '../ids.ts'
import { silentLog } from '../log.ts'
import { listenForChanges } from './listen.ts'

const someone = AccountId.parse('acc_00000000000000000000000001')
const other = AccountId.parse('acc_00000000000000000000000002')

it('hears a change once it is committed', async () => {
  await using fixture = await setup()
  await fixture.tell('balance', someone)
  await vi.waitFor(() =>
    expect(fixture.heard).toMatchObject([{ topic: 'balance', accountId: someone }]),
  )
})

it('hears nothing of a transaction that fails', async () => {
  await using fixture = await setup()
  const failing = fixture.ctx().transact(async (tx) => {
    await tx.tell({ topic: 'balance', accountId: someone, subject: '' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await fixture.tell('machine', someone)
  await vi.waitFor(() => expect(fixture.heard.map(({ topic }) => topic)).toEqual(['machine']))
})

it('comes back by itself and catches up on what it missed when its connection is cut', async () => {
  await using fixture = await setup()
  await fixture.tell('balance', someone)
  await vi.waitFor(() => expect(fixture.heard).toHaveLength(1))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gridloom-listen'`.execute(
    fixture.db,
  )
  await fixture.tell('instance', someone)
  await vi.waitFor(
    () => expect(fixture.heard.some(({ topic }) => topic === 'instance')).toBe(true),
    10_000,
  )
  await vi.waitFor(() => expect(fixture.changes.connected()).toBe(true))
})

it('gives someone who resumes their own changes alone', async () => {
  await using fixture = await setup()
  await fixture.tell('balance', someone)
  await fixture.tell('balance', other)
  const missed = await fixture.changes.since('0', someone)
  expect(missed.map(({ accountId }) => accountId)).toEqual([someone])
})

async function setup() {
  const fixture = await withDatabase()
  const heard: Arrived[] = []
  const clock = systemClock()
  const ids = systemIds(clock.now)
  const changes = await listenForChanges({
    url: fixture.url,
    db: fixture.db,
    clock,
    ids,
    log: silentLog(),
  })
  changes.subscribe((change) => heard.push(change))
  return {
    ...fixture,
    changes,
    heard,
    tell: (topic: Arrived['topic'], accountId: AccountId) =>
      fixture.ctx().transact((tx) => tx.tell({ topic, accountId, subject: '' })),
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
