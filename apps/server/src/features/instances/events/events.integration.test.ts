import type { InstanceId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApiKey, withKey } from '../../../../test/api-keys.ts'
import { keepEvents, keptEvents } from '../../../../test/business-events.ts'
import { accountIdOf, type InstancesFixture, withInstances } from '../../../../test/instances.ts'
import { destroyInstance } from '../destroy-instance.ts'
import { enterInstance } from '../enter-instance.ts'
import { restartInstance } from '../restart-instance.ts'
import { startInstance } from '../start-instance.ts'
import { stopInstance } from '../stop-instance.ts'
import { listAllEvents, listInstanceEvents } from './list-events.ts'
import { recordInstanceEvents } from './record-instance-events.ts'

const first = { limit: 100 }

describe('the events of an instance', () => {
  it('tell its whole life, in order, with who caused what', async () => {
    await using fixture = await withInstances()
    const { renter } = fixture
    const id = await fixture.running()
    await enterInstance(renter, id)
    await enterInstance(renter, id)
    await restartInstance(renter, id)
    await stopInstance(renter, id)
    await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 3 })])
    await startInstance(renter, id)
    await fixture.heartbeat([fixture.report(id, { observed_generation: 4 })])
    await fixture.fallSilent()
    await fixture.heartbeat([fixture.report(id, { observed_generation: 4 })])
    await destroyInstance(renter, id)
    await fixture.heartbeat([fixture.report(id, { phase: 'destroyed', observed_generation: 5 })])
    expect(await kindsOf(fixture, id)).toEqual([
      'ordered',
      'started',
      'ready',
      'charging_started',
      'entered',
      'restart_requested',
      'stop_requested',
      'stopped',
      'start_requested',
      'started',
      'lost',
      'back',
      'destroy_requested',
      'destroyed',
    ])
  })

  it('are repeated by no report that repeats a state', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const before = await kindsOf(fixture, id)
    await fixture.pass(30, fixture.report(id, { ready: true }))
    expect(await kindsOf(fixture, id)).toEqual(before)
  })

  it('are written only if the change commits', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const before = await kindsOf(fixture, id)
    const { renter } = fixture
    const failing = {
      ...renter,
      transact: <T>(work: Parameters<typeof renter.transact<T>>[0]) =>
        renter.transact<T>(async (tx) => {
          await work(tx)
          throw new RangeError('no')
        }),
    }
    await expect(stopInstance(failing, id)).rejects.toThrow('no')
    expect(await kindsOf(fixture, id)).toEqual(before)
  })

  it('name the user or the API key, and say why', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 1_000_000 })
    const { renter, db, system } = fixture
    const accountId = accountIdOf(renter)
    const keyId = await insertApiKey({ db, ids: system.ids }, { accountId, budgetMicroUsd: null })
    const id = await fixture.running({ label: 'box' })
    await restartInstance(withKey(renter, keyId), id)
    await fixture.pass(1_200, fixture.report(id, { ready: true, observed_generation: 2 }))
    const { events } = await listInstanceEvents(renter, id, first)
    const shown = { instance_id: id, label: 'box' }
    expect(events).toContainEqual(
      expect.objectContaining({
        ...shown,
        kind: 'stop_requested',
        cause: 'balance_exhausted',
        by: null,
        text: 'Stop requested. The balance ran out.',
      }),
    )
    const restarted = { kind: 'restart_requested', by: { kind: 'api_key', name: 'key' } }
    expect(events).toContainEqual(expect.objectContaining(restarted))
    const ordered = { ...shown, kind: 'ordered', by: { kind: 'user', name: 'ada' } }
    expect(events.at(-1)).toMatchObject({ ...ordered, text: 'Ordered.' })
  })

  it('are not found for another account, and listed with those of its other instances', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const [one, other] = [await fixture.running(), await fixture.running()]
    const stranger = fixture.someone()
    await expect(listInstanceEvents(stranger, one, first)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await listAllEvents(stranger, first)).toEqual({ events: [], next_cursor: null })
    const all = await listAllEvents(fixture.renter, first)
    expect(new Set(all.events.map((event) => event.instance_id))).toEqual(new Set([one, other]))
  })

  it('are paged by a cursor, without gap or repetition, while more are recorded', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const whole = await listInstanceEvents(fixture.renter, id, first)
    const page = await listInstanceEvents(fixture.renter, id, { limit: 3 })
    await restartInstance(fixture.renter, id)
    const rest = await listInstanceEvents(fixture.renter, id, {
      limit: 3,
      ...(page.next_cursor === null ? {} : { cursor: page.next_cursor }),
    })
    expect([...page.events, ...rest.events]).toEqual(whole.events)
    expect(rest.next_cursor).toBeNull()
  })

  it('are at most some 500: older ones are folded into one that counts them, and the order stays', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const total = 1_234
    for (let number = 4; number < total; number += 2) await flap(fixture, id)
    const { rows } = await sql<{ kind: string; folded: number | null }>`
      select kind, folded from instance_events where instance_id = ${id} order by id`.execute(
      fixture.db,
    )
    expect(rows.length).toBeLessThanOrEqual(500)
    expect(rows.length).toBeGreaterThanOrEqual(400)
    expect(rows[0]).toMatchObject({ kind: 'ordered' })
    expect(rows[1]?.kind).toBe('folded')
    expect(rows.filter(({ kind }) => kind === 'folded')).toHaveLength(1)
    const counted = rows.reduce((sum, { folded }) => sum + (folded ?? 1), 0)
    expect(counted).toBe(total)
  })
})

it('publishes business events with the state after them, and none about requests', async () => {
  await using fixture = await withInstances()
  await keepEvents(fixture.system, ['instance.ordered', 'instance.ready', 'instance.stopped'])
  const id = await fixture.running()
  await stopInstance(fixture.renter, id)
  await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
  const stopped = { state: 'stopped', cause: 'stopped_by_renter', exit_code: null }
  expect(await keptEvents(fixture.db)).toMatchObject([
    { topic: 'instance.ordered', subject: id, payload: { state: 'requested', cause: null } },
    { topic: 'instance.ready', subject: id, payload: { state: 'running', cause: null } },
    { topic: 'instance.stopped', subject: id, payload: stopped },
  ])
})

/** A machine that goes offline and comes back: two events. */
async function flap(fixture: InstancesFixture, id: InstanceId): Promise<void> {
  const row = await fixture.row(id)
  const ctx = { ...fixture.system, actor: anActor(row.account_id) }
  await fixture.system.transact(async (tx) => {
    const lost = { ...row, state: 'lost' as const, ready: row.ready }
    await recordInstanceEvents(ctx, tx, { before: row, after: lost })
    await recordInstanceEvents(ctx, tx, { before: lost, after: row })
  })
}

async function kindsOf({ renter }: InstancesFixture, id: InstanceId): Promise<string[]> {
  const { events } = await listInstanceEvents(renter, id, first)
  return events.map(({ kind }) => kind).reverse()
}
