import type { ApiKeyId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApiKey, withKey } from '../../../test/api-keys.ts'
import {
  accountIdOf,
  anOrder,
  type InstancesFixture,
  withInstances,
} from '../../../test/instances.ts'
import type { SpentByKey } from '../../platform/feature.ts'
import { readKeySpend } from './key-spend-store.ts'
import { orderInstance } from './order-instance.ts'
import { startInstance } from './start-instance.ts'
import { stopInstance } from './stop-instance.ts'

/** The first hold of an order: a quarter of an hour at $0.001 a second. */
const firstHold = 900_000

describe('the budget of an API key', () => {
  it('counts the holds of its orders and rejects an order that it does not cover', async () => {
    await using fixture = await setup({ budgetMicroUsd: 2 * firstHold - 1 })
    const { id } = await fixture.order({}, fixture.byKey)
    expect(await fixture.row(id)).toMatchObject({
      api_key_id: fixture.keyId,
      placed_by: accountIdOf(fixture.renter),
    })
    expect(await fixture.spent()).toBe(firstHold)
    await expect(fixture.order({}, fixture.byKey)).rejects.toMatchObject({
      code: 'key_budget_exceeded',
      details: { need_micro_usd: firstHold, have_micro_usd: firstHold - 1 },
    })
    expect(await fixture.slotsFree()).toBe(fixture.slots - 1)
    await expect(fixture.order()).resolves.toMatchObject({ state: 'requested' })
    await fixture.expectCleanLedger()
  })

  it('is not exceeded by a thousand concurrent orders', async () => {
    await using fixture = await setup({ budgetMicroUsd: 3 * firstHold + 5, cpuSlots: 8 })
    const offer = await fixture.offerOf(fixture.machineId)
    const placed: string[] = []
    const refusals = new Set<unknown>()
    const place = async () => {
      try {
        placed.push((await orderInstance(fixture.byKey, anOrder(offer.id), undefined)).id)
      } catch (error) {
        refusals.add(Object(error).code)
      }
    }
    await atOnce(1_000, place)
    expect(placed).toHaveLength(3)
    expect([...refusals]).toEqual(['key_budget_exceeded'])
    expect(await fixture.spent()).toBe(3 * firstHold)
    await fixture.expectCleanLedger()
  }, 120_000)

  it('resets at midnight UTC, except for what is still on hold', async () => {
    await using fixture = await setup({ budgetMicroUsd: firstHold + 50_000, period: 'daily' })
    const id = await fixture.stoppedAfter(100)
    await expect(fixture.order({}, fixture.byKey)).rejects.toMatchObject({
      code: 'key_budget_exceeded',
      details: { have_micro_usd: 50_000 + firstHold - (await fixture.spent()) },
    })
    await fixture.clock.jump(86_400_000)
    const today = new Date(fixture.clock.now().toISOString().slice(0, 10))
    const held = (await fixture.money(id))?.heldMicroUsd ?? 0
    expect(await fixture.spent(today)).toBe(held)
    expect(await fixture.spent()).toBe(held + 100_000)
  })

  it('limits nothing when the key has no budget', async () => {
    await using fixture = await setup({ budgetMicroUsd: null })
    await fixture.order({}, fixture.byKey)
    await fixture.order({}, fixture.byKey)
    expect(await fixture.spent()).toBe(2 * firstHold)
  })

  it('stops the instance when used up, keeps its disk and publishes a notice', async () => {
    await using fixture = await setup({ budgetMicroUsd: firstHold + 100_000 })
    const id = await fixture.running({}, fixture.byKey)
    await fixture.pass(1_200, fixture.report(id, { ready: true }))
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      reason: { code: 'key_budget_exhausted' },
      disk_kept_until: expect.any(Date),
    })
    expect(await fixture.spent()).toBeLessThanOrEqual(firstHold + 100_000)
    expect(await fixture.notices(id)).toEqual([
      expect.stringMatching(
        /was stopped: the API key's budget is used up\. Its disk is kept until /,
      ),
    ])
    await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
    expect(await fixture.row(id)).toMatchObject({
      state: 'stopped',
      reason: { code: 'key_budget_exhausted' },
    })
    await fixture.expectCleanLedger()
  })

  it('is never exceeded by top-ups of several instances on one key', async () => {
    await using fixture = await setup({ budgetMicroUsd: 3 * firstHold + 300_000 })
    const ids = [
      await fixture.running({}, fixture.byKey),
      await fixture.running({}, fixture.byKey),
      await fixture.running({}, fixture.byKey),
    ]
    for (let ready_s = 20; ready_s <= 1_300; ready_s += 20) {
      await fixture.clock.advance(20_000)
      await fixture.heartbeat(ids.map((id) => fixture.report(id, { ready: true, ready_s })))
      expect(await fixture.spent()).toBeLessThanOrEqual(3 * firstHold + 300_000)
    }
    for (const id of ids) expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
    await fixture.expectCleanLedger()
  })

  it('is checked again when the key starts an instance that it ordered', async () => {
    await using fixture = await setup({ budgetMicroUsd: firstHold + 50_000 })
    const id = await fixture.stoppedAfter(100)
    await expect(startInstance(fixture.byKey, id)).rejects.toMatchObject({
      code: 'key_budget_exceeded',
      details: { need_micro_usd: expect.any(Number) },
    })
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
  })

  it('does not apply to a start by a user, who may run the instance beyond it', async () => {
    await using fixture = await setup({ budgetMicroUsd: firstHold + 50_000 })
    const id = await fixture.stoppedAfter(100)
    await startInstance(fixture.renter, id)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', past_key_budget: true })
    const { generation } = await fixture.row(id)
    const again = fixture.report(id, { ready: true, ready_s: 100, observed_generation: generation })
    await fixture.heartbeat([again])
    await fixture.pass(1_000, again)
    expect(await fixture.row(id)).toMatchObject({ state: 'running', desired: 'running' })
    expect(await fixture.spent()).toBeGreaterThan(firstHold + 50_000)
    await expect(fixture.order({}, fixture.byKey)).rejects.toMatchObject({
      code: 'key_budget_exceeded',
      details: { have_micro_usd: 0 },
    })
  })

  it('does not let the key start an instance that another credential ordered', async () => {
    await using fixture = await setup({ budgetMicroUsd: 5 * firstHold })
    const id = await fixture.running()
    await stopInstance(fixture.renter, id)
    await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
    await expect(startInstance(fixture.byKey, id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

/** Runs the work so many times, with no more at once than wait for a connection without timing out. */
async function atOnce(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: 200 }, worker))
}

async function setup({
  budgetMicroUsd,
  period = 'never',
  cpuSlots = 4,
}: {
  budgetMicroUsd: number | null
  period?: 'never' | 'daily'
  cpuSlots?: number
}) {
  const fixture = await withInstances({ cpuSlots, creditMicroUsd: 1_000_000_000 })
  const accountId = accountIdOf(fixture.renter)
  const keyId: ApiKeyId = await insertApiKey(fixture.renter, { accountId, budgetMicroUsd })
  await sql`update api_keys set budget_period = ${period} where id = ${keyId}`.execute(fixture.db)
  const byKey = withKey(fixture.renter, keyId)
  return {
    ...fixture,
    keyId,
    byKey,
    slots: cpuSlots,
    spent: async (since: Date | null = null) =>
      usedOf((await readKeySpend(fixture.db, [{ id: keyId, since }])).get(keyId)),
    notices: (id: string) => noticesOf(fixture, id),
    /** An instance that the key ordered, that ran for a while and was stopped. */
    async stoppedAfter(seconds: number) {
      const id = await fixture.running({}, byKey)
      const said = await fixture.pass(seconds, fixture.report(id, { ready: true }))
      await stopInstance(byKey, id)
      const stopped = { phase: 'stopped', ready: false, observed_generation: 2 } as const
      await fixture.heartbeat([{ ...said, ...stopped }])
      return id
    },
  }
}

function usedOf(spent: SpentByKey | undefined): number {
  return (spent?.chargedMicroUsd ?? 0) + (spent?.heldMicroUsd ?? 0)
}

async function noticesOf({ db }: InstancesFixture, id: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from notices where instance_id = ${id} and level = 'error'`.execute(db)
  return rows.map(({ text }) => text)
}
