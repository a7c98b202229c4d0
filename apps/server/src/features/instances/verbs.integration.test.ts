import type { InstanceId } from '@gridloom/contract/core/ids'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { keepEvents, keptEvents } from '../../../test/business-events.ts'
import { type InstancesFixture, specsOf, withInstances } from '../../../test/instances.ts'
import type { InstancesCtx } from './ctx.ts'
import { destroyInstance } from './destroy-instance.ts'
import { listInstances } from './list-instances.ts'
import { readInstance } from './read-instance.ts'
import { readInstanceReceipt } from './read-instance-receipt.ts'
import { restartInstance } from './restart-instance.ts'
import { startInstance } from './start-instance.ts'
import { stopInstance } from './stop-instance.ts'

const verbs: Record<string, (ctx: InstancesCtx, id: InstanceId) => Promise<unknown>> = {
  readInstance,
  startInstance,
  stopInstance,
  restartInstance,
  destroyInstance,
  readInstanceReceipt,
}

describe('every verb', () => {
  it.each(Object.keys(verbs))(
    '%s returns not_found for another account’s instance',
    async (name) => {
      await using fixture = await withInstances()
      const id = await fixture.running()
      const before = await fixture.row(id)
      const tried = verbs[name]?.(fixture.someone(), id)
      await expect(tried).rejects.toMatchObject({
        code: 'not_found',
        details: { what: 'instance' },
      })
      expect(await fixture.row(id)).toEqual(before)
    },
  )

  it('lists nothing to another account', async () => {
    await using fixture = await withInstances()
    await fixture.running()
    expect(await listInstances(fixture.someone(), { destroyed: true })).toEqual([])
  })
})

describe('stop', () => {
  it('keeps the disk, releases the slot, and charges the disk alone', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(60, fixture.report(id, { ready: true }))
    expect(await stopInstance(fixture.renter, id)).toMatchObject({
      state: 'stopping',
      ready: false,
      reason: { code: 'stopped_by_renter' },
    })
    await eventually(() =>
      expect(specsOf(fixture, id).at(-1)).toMatchObject({ desired: 'stopped' }),
    )
    const stopped = { ...up, ready: false, phase: 'stopped', observed_generation: 2 } as const
    await fixture.heartbeat([stopped])
    expect(await fixture.slotsFree()).toBe(1)
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 90_000, chargedMicroUsd: 60_000 })
    await fixture.pass(100, stopped)
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({
      running_s: 60,
      total_micro_usd: 66_000,
    })
    await fixture.expectCleanLedger()
  })

  it('is idempotent, and is rejected once destruction is desired', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await stopInstance(fixture.renter, id)
    await stopInstance(fixture.renter, id)
    expect(await fixture.row(id)).toMatchObject({ generation: 2 })
    await destroyInstance(fixture.renter, id)
    await expect(stopInstance(fixture.renter, id)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('shows an instance on an offline machine as lost, not as stopping', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.fallSilent()
    expect(await stopInstance(fixture.renter, id)).toMatchObject({
      state: 'lost',
      desired: 'stopped',
    })
  })

  it('sets a generation higher than any that the machine has reported', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.heartbeat([fixture.report(id, { observed_generation: 7 })])
    expect(await stopInstance(fixture.renter, id)).toMatchObject({ generation: 8 })
  })
})

describe('start', () => {
  it('takes slot and hold again, and counts once when repeated', async () => {
    await using fixture = await withInstances()
    const id = await stopped(fixture)
    await startInstance(fixture.renter, id)
    expect(await startInstance(fixture.renter, id)).toMatchObject({
      desired: 'running',
      generation: 3,
      held_micro_usd: 900_000,
      reason: null,
    })
    expect(await fixture.row(id)).toMatchObject({ restart: 1 })
    expect(await fixture.slotsFree()).toBe(0)
    await fixture.expectCleanLedger()
  })

  it('is rejected when someone else has the slot, and leaves the instance stopped', async () => {
    await using fixture = await withInstances()
    const id = await stopped(fixture)
    await fixture.order({}, await fixture.account(4_000_000))
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject({ code: 'offer_taken' })
    expect(await fixture.row(id)).toMatchObject({ state: 'stopped', desired: 'stopped' })
  })

  it('is rejected without funds for the first quarter of an hour, and releases the slot', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 950_000 })
    const id = await stopped(fixture, 60)
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    expect(await fixture.slotsFree()).toBe(1)
    await fixture.expectCleanLedger()
  })

  it('succeeds for one of two instances started at once when the funds cover only one', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 1_900_000, cpuSlots: 2 })
    const ids = [await fixture.running(), await fixture.running()]
    const reports = ids.map((id) => fixture.report(id, { ready: true }))
    await fixture.heartbeat(reports)
    for (const id of ids) await stopInstance(fixture.renter, id)
    await fixture.heartbeat(
      reports.map((one) => ({ ...one, phase: 'stopped', observed_generation: 2 })),
    )
    await fixture.spend(200_000)
    const started = await Promise.allSettled(ids.map((id) => startInstance(fixture.renter, id)))
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await fixture.expectCleanLedger()
  })

  it('is rejected while the instance is lost, and once destruction is desired', async () => {
    await using fixture = await withInstances()
    const id = await stopped(fixture)
    await fixture.fallSilent()
    const refused = { code: 'state_conflict' }
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject(refused)
    await destroyInstance(fixture.renter, id)
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject(refused)
  })
})

describe('restart', () => {
  it('raises the restart count, and keeps slot and hold', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const before = await fixture.money(id)
    expect(await restartInstance(fixture.renter, id)).toMatchObject({
      state: 'running',
      generation: 2,
    })
    expect(await fixture.row(id)).toMatchObject({ restart: 1 })
    expect(await fixture.money(id)).toEqual(before)
  })

  it('is rejected unless the instance runs', async () => {
    await using fixture = await withInstances()
    const id = await stopped(fixture)
    await expect(restartInstance(fixture.renter, id)).rejects.toMatchObject({
      code: 'state_conflict',
      details: { state: 'stopped' },
    })
  })
})

describe('destroy', () => {
  it('waits for the machine’s report, then releases everything and closes the receipt', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(10, fixture.report(id, { ready: true }))
    expect(await destroyInstance(fixture.renter, id)).toMatchObject({ state: 'stopping' })
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({ final: false })
    await fixture.heartbeat([{ ...up, ready: false, phase: 'destroyed', observed_generation: 2 }])
    const receipt = await readInstanceReceipt(fixture.renter, id)
    expect(receipt).toMatchObject({ total_micro_usd: 10_000, final: true })
    expect(receipt.instance).toMatchObject({ held_micro_usd: 0, cost_micro_usd: 10_000 })
    expect(await fixture.slotsFree()).toBe(1)
    expect(await listInstances(fixture.renter, { destroyed: false })).toEqual([])
    expect(await listInstances(fixture.renter, { destroyed: true })).toHaveLength(1)
    await fixture.expectCleanLedger()
  })

  it('records the order and its end once each, even if the machine never reported it', async () => {
    await using fixture = await withInstances()
    await keepEvents(fixture.system, ['order.placed', 'order.ended'])
    const id = await fixture.running()
    const up = await fixture.pass(10, fixture.report(id, { ready: true }))
    await destroyInstance(fixture.renter, id)
    const gone = { ...up, ready: false, phase: 'destroyed' as const, observed_generation: 2 }
    await fixture.heartbeat([gone])
    await fixture.heartbeat([gone])
    const unheard = await fixture.order()
    await fixture.destroyWhileSilent(unheard.id)
    expect(await keptEvents(fixture.db)).toMatchObject([
      { topic: 'order.placed', subject: id, payload: { slots: 1 } },
      { topic: 'order.ended', subject: id, payload: { machine_id: fixture.machineId } },
      { topic: 'order.placed', subject: unheard.id },
      { topic: 'order.ended', subject: unheard.id },
    ])
  })

  it('does not wait for a machine that never received the order', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await destroyInstance(fixture.renter, id)
    await fixture.fallSilent()
    expect(await fixture.row(id)).toMatchObject({ state: 'destroyed' })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
  })

  it('waits for a lost machine that had started the instance', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.fallSilent()
    await destroyInstance(fixture.renter, id)
    expect(await destroyInstance(fixture.renter, id)).toMatchObject({
      state: 'lost',
      generation: 2,
    })
  })
})

/** An instance that was ready for some seconds and was stopped by its renter. */
async function stopped(fixture: InstancesFixture, readyS = 0): Promise<InstanceId> {
  const id = await fixture.running()
  const up = await fixture.pass(readyS, fixture.report(id, { ready: true }))
  await stopInstance(fixture.renter, id)
  await fixture.heartbeat([{ ...up, ready: false, phase: 'stopped', observed_generation: 2 }])
  return id
}
