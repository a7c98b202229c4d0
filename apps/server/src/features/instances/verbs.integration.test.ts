import type { InstanceId } from '@gridloom/contract/core/ids'
import { describe, expect, it, vi } from 'vitest'
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
    '%s refuses a stranger as if there were no such instance',
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

  it('lists to a stranger nothing', async () => {
    await using fixture = await withInstances()
    await fixture.running()
    expect(await listInstances(fixture.someone(), { destroyed: true })).toEqual([])
  })
})

describe('stop', () => {
  it('keeps the disk, gives back the slot, and pays for the disk alone', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(60, fixture.report(id, { ready: true }))
    expect(await stopInstance(fixture.renter, id)).toMatchObject({
      state: 'stopping',
      ready: false,
      reason: { code: 'stopped_by_renter' },
    })
    await vi.waitFor(() =>
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

  it('is the same twice as once, and is refused once destruction is wanted', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await stopInstance(fixture.renter, id)
    await stopInstance(fixture.renter, id)
    expect(await fixture.row(id)).toMatchObject({ generation: 2 })
    await destroyInstance(fixture.renter, id)
    await expect(stopInstance(fixture.renter, id)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('shows a machine that is not heard as lost, not as stopping', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.fallSilent()
    expect(await stopInstance(fixture.renter, id)).toMatchObject({
      state: 'lost',
      desired: 'stopped',
    })
  })

  it('gives a generation that the machine does not know yet, whatever it knows already', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.heartbeat([fixture.report(id, { observed_generation: 7 })])
    expect(await stopInstance(fixture.renter, id)).toMatchObject({ generation: 8 })
  })
})

describe('start', () => {
  it('takes the slot and the money again, and counts as one however often it is asked for', async () => {
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

  it('is refused where someone else has the slot, and leaves the disk as it is', async () => {
    await using fixture = await withInstances()
    const id = await stopped(fixture)
    await fixture.order({}, await fixture.account(4_000_000))
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject({ code: 'offer_taken' })
    expect(await fixture.row(id)).toMatchObject({ state: 'stopped', desired: 'stopped' })
  })

  it('is refused without money for the first quarter of an hour, and gives the slot back', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 950_000 })
    const id = await stopped(fixture, 60)
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    expect(await fixture.slotsFree()).toBe(1)
    await fixture.expectCleanLedger()
  })

  it('starts one of two that the money covers only once, however close together', async () => {
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

  it('is refused while it is lost, and once it is to be destroyed', async () => {
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
  it('raises the number that the machine restarts for, and keeps slot and money', async () => {
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

  it('is refused unless it runs', async () => {
    await using fixture = await withInstances()
    const id = await stopped(fixture)
    await expect(restartInstance(fixture.renter, id)).rejects.toMatchObject({
      code: 'state_conflict',
      details: { state: 'stopped' },
    })
  })
})

describe('destroy', () => {
  it('waits for the machine’s word, then gives everything back and closes the receipt', async () => {
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

  it('records the order and its end, once each, whether or not the machine was ever heard', async () => {
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

  it('does not wait for a machine that never heard of it, in whichever order it falls silent', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await destroyInstance(fixture.renter, id)
    await fixture.fallSilent()
    expect(await fixture.row(id)).toMatchObject({ state: 'destroyed' })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
  })

  it('waits for a lost machine that had begun with it', async () => {
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

/** An instance that was ready for some seconds and stands stopped by its renter. */
async function stopped(fixture: InstancesFixture, readyS = 0): Promise<InstanceId> {
  const id = await fixture.running()
  const up = await fixture.pass(readyS, fixture.report(id, { ready: true }))
  await stopInstance(fixture.renter, id)
  await fixture.heartbeat([{ ...up, ready: false, phase: 'stopped', observed_generation: 2 }])
  return id
}
