import { createTestClock } from '@gridloom/async/test-clock'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import { newInstanceId } from '../../test/docker-manager.ts'
import { type InstanceRecord, newRecord } from './record.ts'
import { watchReserve } from './reserve-watch.ts'

const gb = 1_000_000_000

describe('a machine whose disk is nearly full', () => {
  it('stops the instance that grew the most, and no other if that is enough', async () => {
    await using machine = await setup()
    await machine.fill(6 * gb)
    expect(machine.stopped()).toEqual(['greedy'])
    machine.stand('greedy')
    for (let second = 0; second < 30; second += 1) await machine.fill(6 * gb)
    expect(machine.stopped()).toEqual(['greedy'])
  })

  it('stops no other instance for what is written while one is being stopped', async () => {
    await using machine = await setup()
    for (const free of [6, 5, 4, 3]) await machine.fill(free * gb)
    expect(machine.stopped()).toEqual(['greedy'])
  })

  it('stops the next instance when the disk keeps filling up after the stop', async () => {
    await using machine = await setup()
    await machine.fill(6 * gb)
    machine.stand('greedy')
    await machine.fill(6 * gb)
    await machine.fill(5.9 * gb)
    expect(machine.stopped()).toEqual(['greedy', 'modest'])
  })

  it('stops an instance again after it was started again', async () => {
    await using machine = await setup()
    await machine.fill(6 * gb)
    machine.start('greedy')
    await machine.fill(5 * gb)
    expect(machine.stopped()).toEqual(['greedy'])
  })

  it('stops no instance while its reserve is free', async () => {
    await using machine = await setup()
    await machine.fill(20 * gb)
    expect(machine.stopped()).toEqual([])
  })
})

type Name = 'greedy' | 'modest' | 'quiet'

/** Three instances on a machine of 160 GB with a reserve of 8 GB; 50 GB are free at first. */
async function setup() {
  const clock = createTestClock()
  const life = new AbortController()
  const allocated = { unfilledBytes: 0, allocatedBytes: 0, volumeBytes: 0 }
  const space = { totalBytes: 160 * gb, freeBytes: 50 * gb, ...allocated }
  const record = (): InstanceRecord => ({
    ...newRecord(aSpec({ instance_id: newInstanceId() }), { monotonicMs: 0, wallMs: 0 }),
    containerState: 'running',
    diskKind: 'watched',
    startedAt: '2026-01-01T00:00:00Z',
  })
  const records: Record<Name, InstanceRecord> = {
    greedy: record(),
    modest: record(),
    quiet: record(),
  }
  const all = Object.values(records)
  const diskUse = new Map(all.map((each) => [each, 0]))
  const context = {
    clock,
    log: { info: () => {}, warn: () => {} },
    runtime: { space: async () => ({ ...space }) },
  }
  const table = { all: () => all, diskUse, lookAgain: (_: InstanceId) => {} }
  const watching = watchReserve(context, table, life.signal)
  // One round with enough room, so that growth has a starting point.
  await clock.advance(1_000)
  diskUse.set(records.greedy, 40 * gb).set(records.modest, 4 * gb)
  const namesOf = Object.entries(records)
  return {
    fill: async (freeBytes: number) => {
      space.freeBytes = freeBytes
      await clock.advance(1_000)
    },
    stand: (name: Name) => {
      records[name].containerState = 'exited'
    },
    start: (name: Name) => {
      Object.assign(records[name], { containerState: 'running', ending: undefined })
    },
    stopped: () => namesOf.filter(([, { ending }]) => ending !== undefined).map(([name]) => name),
    [Symbol.asyncDispose]: async () => {
      life.abort()
      await watching.catch(() => undefined)
    },
  }
}
