import { InstanceId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { anInstance, ids } from '../../../test/instance-builders.ts'
import {
  findOwned,
  insertInstance,
  listOnMachine,
  listOwnedInstances,
  listSilent,
  lockDisksExpired,
  selectSpendRate,
  sumFreeSeconds,
} from './instances-store.ts'
import { deleteSamplesBefore, insertSample, listSamples, newestSampleAt } from './metrics-store.ts'
import { completeOrderKey, takeOrderKey } from './order-keys-store.ts'
import type { InstanceRow } from './schema.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(start + ms)

it('lists an instance for its own account alone, and destroyed ones on request', async () => {
  await using store = await setup()
  const mine = await store.put({})
  const gone = await store.put({ state: 'destroyed' })
  const foreign = await store.put({ account_id: ids.stranger })
  expect(await findOwned(store.db, ids.renter, mine)).toMatchObject({ id: mine })
  expect(await findOwned(store.db, ids.renter, foreign)).toBeUndefined()
  const listed = async (destroyed: boolean) =>
    (await listOwnedInstances(store.db, ids.renter, { destroyed })).map(({ id }) => id)
  expect(await listed(false)).toEqual([mine])
  expect(await listed(true)).toEqual([gone, mine])
  expect((await listOnMachine(store.db, ids.machine)).map(({ id }) => id)).toEqual([mine, foreign])
})

it('lists as silent what was last seen, or ordered and never seen, before the time', async () => {
  await using store = await setup()
  const seen = await store.put({ last_seen_at: at(9), state: 'running' })
  const ordered = await store.put({ created_at: at(9) })
  await store.put({ created_at: at(0), last_seen_at: at(10) })
  await store.put({ created_at: at(10) })
  for (const state of ['destroyed', 'lost'] as const)
    await store.put({ state, last_seen_at: at(0) })
  expect((await listSilent(store.db, at(10))).map(({ id }) => id)).toEqual([seen, ordered])
})

it('lists a failed instance as silent only while a start has yet to reach its machine', async () => {
  await using store = await setup()
  const failed = { state: 'failed', last_seen_at: at(0), generation: 2 } as const
  await store.put({ ...failed, observed_generation: 2, desired: 'running' })
  await store.put({ ...failed, observed_generation: 1, desired: 'stopped' })
  const starting = await store.put({ ...failed, observed_generation: 1, desired: 'running' })
  expect((await listSilent(store.db, at(10))).map(({ id }) => id)).toEqual([starting])
})

it('lists expired disks once, without those already being destroyed', async () => {
  await using store = await setup()
  const over = await store.put({ disk_kept_until: at(10) })
  await store.put({ disk_kept_until: at(11) })
  await store.put({ disk_kept_until: at(1), desired: 'destroyed' })
  await store.put({})
  const expired = () =>
    store.ctx().transact(async (tx) => (await lockDisksExpired(tx, at(10))).map(({ id }) => id))
  expect(await expired()).toEqual([over])
  await store.ctx().transact(async (tx) => {
    expect(await lockDisksExpired(tx, at(10))).toHaveLength(1)
    expect(await expired()).toEqual([])
  })
})

it('sums the prices of charged running instances and stopped disks, and nothing else', async () => {
  await using store = await setup()
  expect(await selectSpendRate(store.db, ids.renter)).toBe(0)
  const charged = { charged_from: at(0), charged_cause: 'ready' } as const
  await store.put({ ...charged, state: 'running', running_micro_usd_per_hour: 1_000 })
  await store.put({ state: 'running', ready: false, running_micro_usd_per_hour: 20_000 })
  await store.put({ ...charged, state: 'stopped', stopped_micro_usd_per_hour: 7 })
  await store.put({
    ...charged,
    state: 'stopped',
    disk_kept_until: at(1),
    stopped_micro_usd_per_hour: 300,
  })
  const going = { ...charged, desired: 'destroyed' } as const
  await store.put({ ...going, state: 'running', running_micro_usd_per_hour: 50_000 })
  await store.put({ ...going, state: 'stopped', stopped_micro_usd_per_hour: 600_000 })
  await store.put({ ...charged, state: 'lost', running_micro_usd_per_hour: 4_000 })
  await store.put({ ...charged, account_id: ids.stranger, state: 'running' })
  expect(await selectSpendRate(store.db, ids.renter)).toBe(1_007)
})

it('counts a user’s free seconds by when they were used, not by when they were ordered', async () => {
  await using store = await setup()
  const since = at(10)
  const had = (free_s: number, change: Partial<InstanceRow>) =>
    store.put({ created_at: at(0), free_s, ...change })
  await had(1, { charged_from: at(11), charged_cause: 'ready', meter_seen_at: at(99) })
  await had(20, { charged_from: at(9), charged_cause: 'ready', meter_seen_at: at(99) })
  await had(300, { meter_seen_at: at(11) })
  await had(4_000, { meter_seen_at: at(9) })
  await had(50_000, { meter_seen_at: at(11), placed_by: ids.stranger })
  expect(await sumFreeSeconds(store.db, ids.renter, since)).toBe(301)
})

it('makes the second order of one key wait for the first, and returns its instance', async () => {
  await using store = await setup()
  const key = { accountId: ids.renter, key: 'once', requestHash: 'order' }
  const first = store.ctx().transact(async (tx) => {
    expect(await takeOrderKey(tx, key, at(0))).toBe('taken')
    const second = store.ctx().transact((other) => takeOrderKey(other, key, at(0)))
    await completeOrderKey(tx, key, ids.instance)
    return { second }
  })
  const { second } = await first
  expect(await second).toEqual({ requestHash: 'order', instanceId: ids.instance })
})

it('frees a key whose order failed for the next one that waits', async () => {
  await using store = await setup()
  const key = { accountId: ids.renter, key: 'once', requestHash: 'order' }
  const waiting: Promise<unknown>[] = []
  const failing = store.ctx().transact(async (tx) => {
    await takeOrderKey(tx, key, at(0))
    waiting.push(store.ctx().transact((other) => takeOrderKey(other, key, at(0))))
    throw new Error('no slot')
  })
  await expect(failing).rejects.toThrow('no slot')
  expect(await Promise.all(waiting)).toEqual(['taken'])
})

it('stores each sample once, by time, and returns those after a given one', async () => {
  await using store = await setup()
  expect(await newestSampleAt(store.db, ids.instance)).toBeUndefined()
  for (const ms of [2_000, 1_000, 3_000, 1_000]) await store.sample(ms)
  const since = async (ms: number) =>
    (await listSamples(store.db, ids.instance, at(ms))).map((sample) => Date.parse(sample.at))
  expect(await since(0)).toEqual([start + 1_000, start + 2_000, start + 3_000])
  expect(await since(2_000)).toEqual([start + 3_000])
  expect(await newestSampleAt(store.db, ids.instance)).toEqual(at(3_000))
  await store.ctx().transact((tx) => deleteSamplesBefore(tx, at(2_000)))
  expect(await since(0)).toEqual([start + 2_000, start + 3_000])
})

async function setup() {
  const fixture = await withDatabase()
  let made = 0
  return {
    ...fixture,
    async put(change: Partial<InstanceRow>): Promise<InstanceId> {
      made += 1
      const id = InstanceId.parse(`ins_${String(made).padStart(26, '0')}`)
      const { reason, progress, stop_idle, schedule, cluster, meter_count, ...row } = anInstance({
        ...change,
        id,
      })
      const json = {
        template: JSON.stringify(row.template),
        gpu_uuids: JSON.stringify(row.gpu_uuids),
      }
      await fixture.ctx().transact((tx) => insertInstance(tx, { ...row, ...json }))
      return id
    },
    sample: (ms: number) =>
      fixture.ctx().transact((tx) =>
        insertSample(tx, {
          instanceId: ids.instance,
          at: at(ms),
          connected: false,
          sample: { ...idle, at: at(ms).toISOString() },
        }),
      ),
  }
}

const idle = {
  cpu_percent: 0,
  memory_bytes: 0,
  memory_limit_bytes: 0,
  network_rx_bytes_s: 0,
  network_tx_bytes_s: 0,
  disk_read_bytes_s: 0,
  disk_write_bytes_s: 0,
  disk_used_bytes: null,
  gpus: [],
}
