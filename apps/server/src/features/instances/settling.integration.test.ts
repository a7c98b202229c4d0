import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { type InstancesFixture, specsOf, withInstances } from '../../../test/instances.ts'
import { aHello } from '../../../test/messages.ts'
import { destroyInstance } from './destroy-instance.ts'
import { expireDisks } from './expire-disks.ts'
import { loseSilent } from './lose-silent.ts'
import { readInstanceReceipt } from './read-instance-receipt.ts'
import { startInstance } from './start-instance.ts'
import { stopInstance } from './stop-instance.ts'
import { tidyInstances } from './tidy-instances.ts'

describe('a machine’s report of an instance', () => {
  it('is ignored from any machine other than the one it was rented on', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    const before = await fixture.row(id)
    const other = await fixture.machine()
    fixture.agents.connections.add(other)
    await fixture.say(aHello({ instances: [fixture.report(id, { ready: true })] }), other)
    expect(await fixture.row(id)).toEqual(before)
  })

  it('is charged to the second, once, however often it is repeated', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(60, fixture.report(id, { ready: true }))
    for (let again = 0; again < 3; again++) await fixture.heartbeat([up])
    const receipt = await readInstanceReceipt(fixture.renter, id)
    expect(receipt).toMatchObject({ running_s: 60, total_micro_usd: 60_000 })
    expect(receipt.lines).toMatchObject([{ kind: 'running', seconds: 60, micro_usd: 60_000 }])
    await fixture.expectCleanLedger()
  })

  it('charges nothing for an instance that was never ready, even when started twice', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.pass(30, fixture.report(id, { phase: 'pulling' }))
    await fixture.heartbeat([failed(fixture, id, 1)])
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
    await startInstance(fixture.renter, id)
    await fixture.pass(30, fixture.report(id, { phase: 'starting', observed_generation: 2 }))
    await stopInstance(fixture.renter, id)
    await fixture.pass(30, fixture.report(id, { phase: 'stopped', observed_generation: 3 }))
    expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({
      total_micro_usd: 0,
      lines: [],
    })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
    expect(await fixture.slotsFree()).toBe(1)
    await fixture.expectCleanLedger()
  })

  it('releases slot and hold when a second start fails while disconnected', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.heartbeat([failed(fixture, id, 1)])
    await startInstance(fixture.renter, id)
    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 900_000 })
    await fixture.heartbeat([failed(fixture, id, 2)])
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
    expect(await fixture.slotsFree()).toBe(1)
  })

  it('keeps slot and hold of a start on a failure report that is not repeated by a heartbeat', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.heartbeat([failed(fixture, id, 1)])
    await startInstance(fixture.renter, id)
    await fixture.say({ kind: 'instance', report: failed(fixture, id, 2) })
    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 900_000 })
    expect(await fixture.slotsFree()).toBe(0)
  })

  it('takes the slot again for an instance that comes up after its slot was released', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.heartbeat([failed(fixture, id, 1)])
    expect(await fixture.slotsFree()).toBe(1)
    await fixture.heartbeat([fixture.report(id, { ready: true })])
    expect(await fixture.row(id)).toMatchObject({ state: 'running', desired: 'running' })
    expect(await fixture.slotsFree()).toBe(0)
  })

  it('stops an instance that comes up when its slot is rented by others', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.heartbeat([failed(fixture, id, 1)])
    await fixture.order({}, await fixture.account(4_000_000))
    await fixture.heartbeat([fixture.report(id, { ready: true })])
    expect(await fixture.row(id)).toMatchObject({
      state: 'stopping',
      desired: 'stopped',
      reason: { code: 'create_refused' },
    })
    await eventually(() =>
      expect(specsOf(fixture, id).at(-1)).toMatchObject({ desired: 'stopped' }),
    )
  })

  it('is settled for each instance even when one of them cannot be', async () => {
    await using fixture = await withInstances({ cpuSlots: 2 })
    const [{ id: broken }, { id }] = [await fixture.order(), await fixture.order()]
    for (let ready_s = 0; ready_s <= 60; ready_s += 5) {
      await fixture.clock.advance(5_000)
      await fixture.heartbeat(
        [broken, id].map((one) => fixture.report(one, { ready: true, ready_s })),
      )
      if (ready_s === 0) await fixture.breakReceiptOf(broken)
    }
    expect((await fixture.row(broken)).last_seen_at).not.toEqual(fixture.clock.now())
    expect((await fixture.row(id)).last_seen_at).toEqual(fixture.clock.now())
  })

  it('cannot raise the generation to an impossibly high one', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.heartbeat([fixture.report(id, { observed_generation: 2 ** 31 - 1 })])
    await expect(stopInstance(fixture.renter, id)).resolves.toMatchObject({ generation: 2 })
  })
})

describe('a machine that goes offline', () => {
  it('is paid up to its last heartbeat, releases the hold, and resumes when it returns', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const up = await fixture.pass(20, fixture.report(id, { ready: true }))
    await fixture.fallSilent()
    expect(await fixture.row(id)).toMatchObject({ state: 'lost', ready: false })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 20_000 })
    await fixture.clock.advance(600_000)
    await fixture.heartbeat([{ ...up, ready_s: 650 }])
    expect(await fixture.row(id)).toMatchObject({ state: 'running', ready: true, reason: null })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 900_000, chargedMicroUsd: 20_000 })
    await fixture.expectCleanLedger()
  })

  it('releases and places the hold again, any number of times in one generation', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    for (let time = 0; time < 3; time++) {
      await fixture.fallSilent()
      expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 0 })
      await fixture.heartbeat([fixture.report(id)])
      expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 900_000 })
    }
    await fixture.expectCleanLedger()
  })

  it('keeps the slot of a start that it had not received before it returns', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await stopInstance(fixture.renter, id)
    const still = fixture.report(id, { phase: 'stopped', observed_generation: 2 })
    await fixture.heartbeat([still])
    await startInstance(fixture.renter, id)
    await fixture.fallSilent()
    await fixture.heartbeat([still])
    expect(await fixture.row(id)).toMatchObject({ state: 'starting', reason: null })
    expect(await fixture.slotsFree()).toBe(0)
    await fixture.heartbeat([{ ...still, phase: 'running', ready: true, observed_generation: 3 }])
    expect(await fixture.row(id)).toMatchObject({ state: 'running' })
    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 900_000 })
  })

  it('releases the hold of a failed instance’s second start', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.heartbeat([failed(fixture, id, 1)])
    await startInstance(fixture.renter, id)
    await fixture.fallSilent()
    expect(await fixture.row(id)).toMatchObject({ state: 'lost' })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
  })

  it('leaves a failed instance failed', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.heartbeat([failed(fixture, id, 1)])
    await fixture.fallSilent()
    expect(await fixture.row(id)).toMatchObject({ state: 'failed' })
  })

  it('has its instances marked as lost after 30 s, not before, and once', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.clock.advance(30_000)
    expect(await loseSilent(fixture.system)).toBe(0)
    await fixture.clock.advance(1)
    await Promise.all([loseSilent(fixture.system), loseSilent(fixture.system)])
    expect(await fixture.row(id)).toMatchObject({ state: 'lost' })
    expect(await loseSilent(fixture.system)).toBe(0)
  })

  it('has its other instances marked as lost when one cannot be settled', async () => {
    await using fixture = await withInstances({ cpuSlots: 2 })
    const ids = [await fixture.running(), await fixture.running()]
    const [broken, other] = ids
    if (broken === undefined || other === undefined) throw new RangeError('two were ordered')
    let reports = ids.map((id) => fixture.report(id, { ready: true }))
    await fixture.clock.advance(5_000)
    reports = reports.map((one) => ({ ...one, ready_s: 5 }))
    await fixture.heartbeat(reports)
    await fixture.breakReceiptOf(broken)
    await fixture.fallSilent()
    expect(await fixture.row(other)).toMatchObject({ state: 'lost' })
    expect(await fixture.row(broken)).toMatchObject({ state: 'running' })
  })
})

describe('a machine that connects', () => {
  it('receives every instance that it should have', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await fixture.say(aHello())
    expect(syncsOf(fixture).at(-1)).toMatchObject({ instances: [{ instance_id: id }] })
  })

  it('without an instance’s disk fails it, recreates nothing and releases its hold', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.pass(10, fixture.report(id, { ready: true }))
    await fixture.say(aHello())
    expect(await fixture.row(id)).toMatchObject({
      state: 'failed',
      desired: 'stopped',
      reason: { code: 'disk_lost' },
    })
    expect(syncsOf(fixture).at(-1)).toEqual({ instances: [] })
    expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 10_000 })
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
    expect(await fixture.row(id)).toMatchObject({ state: 'failed' })
    expect(await destroyInstance(fixture.renter, id)).toMatchObject({ state: 'destroyed' })
    await fixture.expectCleanLedger()
  })

  it('without a failed instance’s disk sets disk_lost as its reason', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    await fixture.heartbeat([failed(fixture, id, 1)])
    await fixture.say(aHello())
    expect(await fixture.row(id)).toMatchObject({ reason: { code: 'disk_lost' } })
  })

  it('loses no disk where there was none yet, or destruction is desired', async () => {
    await using fixture = await withInstances({ cpuSlots: 2 })
    const { id: fresh } = await fixture.order()
    const id = await fixture.running()
    await destroyInstance(fixture.renter, id)
    await fixture.say(aHello())
    expect((await fixture.row(fresh)).reason).toBeNull()
    expect(await fixture.row(id)).toMatchObject({ state: 'stopping', desired: 'destroyed' })
  })

  it('destroys instances that we know as destroyed, and leaves unknown ones alone', async () => {
    await using fixture = await withInstances()
    const { id: known } = await fixture.order()
    await fixture.destroyWhileSilent(known)
    const strange = fixture.ctx.ids.mint('instance')
    fixture.agents.answer(instanceCalls.sync.path, () => ({ unknown: [known, strange] }))
    fixture.agents.called.length = 0
    await fixture.say(aHello())
    expect(specsOf(fixture, known).at(-1)).toMatchObject({ desired: 'destroyed', generation: 3 })
    expect(specsOf(fixture, strange)).toEqual([])
  })

  it('receives an order again that it has not acknowledged', async () => {
    await using fixture = await withInstances()
    const { id } = await fixture.order()
    await eventually(() => expect(specsOf(fixture, id)).toHaveLength(1))
    await fixture.heartbeat([])
    await eventually(() => expect(specsOf(fixture, id)).toHaveLength(2))
  })
})

describe('a balance that runs out', () => {
  it('stops the instance, keeps its disk free for 48 h, and then destroys it', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 900_000 })
    const id = await fixture.running()
    await fixture.pass(890, fixture.report(id, { ready: true }))
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      reason: { code: 'balance_exhausted' },
    })
    const down = fixture.report(id, { phase: 'stopped', ready_s: 890, observed_generation: 2 })
    await fixture.heartbeat([down])
    await fixture.pass(60, down)
    const { heldMicroUsd, chargedMicroUsd } = (await fixture.money(id)) ?? {}
    expect(heldMicroUsd).toBe(0)
    expect(chargedMicroUsd).toBeLessThanOrEqual(900_000)
    await fixture.clock.jump(48 * 3_600_000)
    expect(await expireDisks(fixture.system)).toBe(1)
    expect(await expireDisks(fixture.system)).toBe(0)
    expect(await fixture.row(id)).toMatchObject({
      desired: 'destroyed',
      reason: { code: 'disk_expired' },
    })
    await fixture.expectCleanLedger()
  })

  it('charges the kept disk again once there are funds', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 900_000 })
    const id = await fixture.running()
    await fixture.pass(890, fixture.report(id, { ready: true }))
    const down = fixture.report(id, { phase: 'stopped', ready_s: 890, observed_generation: 2 })
    await fixture.heartbeat([down])
    expect((await fixture.row(id)).disk_kept_until).not.toBeNull()
    await fixture.earn(3_600_000)
    await fixture.pass(5, down)
    expect((await fixture.row(id)).disk_kept_until).toBeNull()
    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 90_000 })
  })
})

it('deletes order keys after a day, not before', async () => {
  await using fixture = await withInstances({ cpuSlots: 2 })
  const first = await fixture.order({}, fixture.renter, 'once')
  await fixture.clock.jump(23 * 3_600_000)
  await tidyInstances(fixture.system)
  await fixture.heartbeat([])
  expect((await fixture.order({}, fixture.renter, 'once')).id).toBe(first.id)
  await fixture.clock.jump(2 * 3_600_000)
  await tidyInstances(fixture.system)
  await fixture.heartbeat([])
  expect((await fixture.order({}, fixture.renter, 'once')).id).not.toBe(first.id)
})

function failed(fixture: InstancesFixture, id: InstanceId, generation: number) {
  const reason = { code: 'start_failed', text: 'It does not start.', exit_code: 1 } as const
  return fixture.report(id, { phase: 'failed', reason, observed_generation: generation })
}

function syncsOf({ agents }: InstancesFixture): unknown[] {
  return agents.called
    .filter(({ path }) => path === instanceCalls.sync.path)
    .map(({ body }) => body)
}
