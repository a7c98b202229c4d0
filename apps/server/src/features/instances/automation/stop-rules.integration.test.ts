import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstancesFixture, withInstances } from '../../../../test/instances.ts'
import { changeInstance } from '../change-instance.ts'
import { markConnected, markOpenConnections } from '../connections/mark-connected.ts'
import { destroyInstance } from '../destroy-instance.ts'
import { listInstanceEvents } from '../events/list-events.ts'
import { startInstance } from '../start-instance.ts'
import { applyStopRules } from './apply-stop-rules.ts'
import { postponeStop } from './postpone-stop.ts'

const minuteMs = 60_000
const idleRule = { cpu_percent: 5, gpu_percent: 5, minutes: 10 }

let fixture: InstancesFixture
beforeAll(async () => {
  fixture = await withInstances({ creditMicroUsd: 900_000_000, cpuSlots: 4 })
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('a stop time', () => {
  it('stops the instance then, after telling its renter, and holds once', async () => {
    const id = await fixture.running()
    await automate(id, { stop_at: inMinutes(20) })
    expect(await shown(id)).toMatchObject({ next_stop: { cause: 'stop_time_reached' } })
    await pass(id, 14)
    expect(await notices(id)).toEqual([])
    await pass(id, 2)
    expect(await notices(id)).toEqual([expect.stringMatching(/will be stopped at .*postpone/)])
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
    await pass(id, 4)
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      reason: { code: 'stop_time_reached', text: 'Stopped at the time that you set.' },
      stop_at: null,
    })
    await stopped(id)
    expect(await fixture.row(id)).toMatchObject({
      state: 'stopped',
      reason: { code: 'stop_time_reached' },
    })
    expect(await eventKinds(id)).toEqual(
      expect.arrayContaining(['automation_changed', 'stop_announced', 'stop_requested', 'stopped']),
    )
    await end(id)
  })

  it('must be in the future', async () => {
    const id = await fixture.running()
    await expect(automate(id, { stop_at: inMinutes(-1) })).rejects.toMatchObject({
      fields: { 'automation.stop_at': 'must be in the future' },
    })
    await end(id)
  })

  it('that passed while the server was away stops the instance when it is back', async () => {
    const id = await fixture.running()
    await automate(id, { stop_at: inMinutes(20) })
    await fixture.clock.jump(60 * minuteMs)
    await applyStopRules(fixture.system)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
    await end(id)
  })

  it('can be postponed', async () => {
    const id = await fixture.running()
    await automate(id, { stop_at: inMinutes(3) })
    await pass(id, 1)
    await postponeStop(fixture.renter, { id, minutes: 30 })
    await pass(id, 20)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
    await pass(id, 10)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
    await expect(postponeStop(fixture.renter, { id, minutes: 30 })).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await end(id)
  })
})

describe('a run time', () => {
  it('counts from each start, and stops each time', async () => {
    const id = await fixture.running({ automation: { stop_after_s: 1_200 } })
    await pass(id, 20)
    expect(await fixture.row(id)).toMatchObject({ reason: { code: 'run_time_reached' } })
    await stopped(id)
    await fixture.clock.advance(30 * minuteMs)
    await startInstance(fixture.renter, id)
    await pass(id, 15)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', state: 'running' })
    await pass(id, 6)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
    await end(id)
  })
})

describe('the rule for idle instances', () => {
  it('stops after so many idle minutes, counted from when it was set', async () => {
    const id = await fixture.running()
    await pass(id, 30, { cpu_percent: 0 })
    await automate(id, { stop_idle: idleRule })
    await pass(id, 9, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({
      desired: 'running',
      stop_announced_cause: 'idle',
    })
    await pass(id, 2, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped', reason: { code: 'idle' } })
    await end(id)
  })

  it('begins anew after one busy sample, and withdraws its announcement', async () => {
    const id = await fixture.running({ automation: { stop_idle: idleRule } })
    await pass(id, 8, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ stop_announced_cause: 'idle' })
    await pass(id, 1, { cpu_percent: 90 })
    expect(await fixture.row(id)).toMatchObject({ idle_since: null, stop_announced_cause: null })
    await pass(id, 9, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
    await end(id)
  })

  it('does not count while somebody is connected, nor for a minute after', async () => {
    const id = await fixture.running({ automation: { stop_idle: idleRule } })
    const connection = fixture.system.connections.open(id)
    for (let minute = 0; minute < 15; minute++) {
      await markOpenConnections(fixture.system)
      await pass(id, 1, { cpu_percent: 0 })
    }
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', idle_since: null })
    connection[Symbol.dispose]()
    await pass(id, 10, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
    await markConnected(fixture.system, [id])
    await pass(id, 9, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
    await pass(id, 3, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
    await end(id)
  })

  it('never takes missing samples for idle', async () => {
    const id = await fixture.running({ automation: { stop_idle: idleRule } })
    await pass(id, 7, { cpu_percent: 0 })
    await pass(id, 10)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', stop_announced_cause: null })
    await pass(id, 9, { cpu_percent: 0 })
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
    await end(id)
  })

  it('reads the load of all vCPUs', async () => {
    const id = await fixture.running({ automation: { stop_idle: idleRule } })
    const { vcpus } = await fixture.row(id)
    await pass(id, 1, { cpu_percent: 5 * vcpus })
    expect(await fixture.row(id)).toMatchObject({ idle_since: null })
    await pass(id, 1, { cpu_percent: 5 * vcpus - 0.1 })
    expect(await fixture.row(id)).toMatchObject({ idle_since: expect.any(Date) })
    await end(id)
  })
})

function inMinutes(minutes: number): string {
  return new Date(fixture.clock.now().getTime() + minutes * minuteMs).toISOString()
}

function automate(id: InstanceId, automation: Record<string, unknown>) {
  return changeInstance(fixture.renter, { id, automation })
}

async function shown(id: InstanceId) {
  return (await changeInstance(fixture.renter, { id })).automation
}

/** Passes minutes with two reports each, with a sample of the load if there is one, and the rules applied. */
async function pass(id: InstanceId, minutes: number, load?: Partial<ReportedSample>) {
  for (let half = 0; half < 2 * minutes; half++) {
    await fixture.clock.advance(minuteMs / 2)
    const { generation, desired } = await fixture.row(id)
    if (desired !== 'running') return
    const at = fixture.clock.now().toISOString()
    const report = fixture.report(id, { ready: true, observed_generation: generation })
    const metrics =
      load === undefined ? [] : [{ instance_id: id, sample: { ...unused, at, ...load } }]
    await fixture.heartbeat([report], metrics)
    await applyStopRules(fixture.system)
  }
}

async function end(id: InstanceId) {
  await destroyInstance(fixture.renter, id)
  const { generation } = await fixture.row(id)
  await fixture.heartbeat([
    fixture.report(id, { phase: 'destroyed', observed_generation: generation }),
  ])
}

async function stopped(id: InstanceId) {
  const { generation } = await fixture.row(id)
  const reason = { code: 'exited', text: 'killed', exit_code: 137 } as const
  await fixture.heartbeat([
    fixture.report(id, { phase: 'stopped', observed_generation: generation, reason }),
  ])
}

async function notices(id: InstanceId): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from notices where instance_id = ${id} order by at`.execute(fixture.db)
  return rows.map(({ text }) => text)
}

async function eventKinds(id: InstanceId): Promise<string[]> {
  const { events } = await listInstanceEvents(fixture.renter, id, { limit: 50 })
  return events.map(({ kind }) => kind)
}

const unused: Omit<ReportedSample, 'at'> = {
  cpu_percent: 0,
  memory_bytes: 1,
  memory_limit_bytes: 2,
  network_rx_bytes_s: 0,
  network_tx_bytes_s: 0,
  disk_read_bytes_s: 0,
  disk_write_bytes_s: 0,
  disk_used_bytes: null,
  gpus: [],
}
