import type { InstanceId } from '@gridloom/contract/core/ids'
import { SavingsQuery } from '@gridloom/contract/instances/savings'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIdOf, type InstancesFixture, withInstances } from '../../../../test/instances.ts'
import { readSavings } from './read-savings.ts'

const hour = 3_600
/** Running costs $3.60 an hour and the disk $0.36. */
const savedPerHour = 3_240_000
const gpus = ['GPU-a', 'GPU-b']

let fixture: InstancesFixture
let id: InstanceId
beforeAll(async () => {
  fixture = await withInstances({ creditMicroUsd: 900_000_000 })
  id = (await fixture.order()).id
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('what rules would have saved', () => {
  it('is not said while there is too little history', async () => {
    const all = { stop_after_s: hour, time_zone: 'UTC', stop: '0 18 * * *', ...idleOf(30) }
    expect(await savings(all)).toEqual({
      stop_after: { kind: 'too_little_history', since: expect.any(String) },
      stop_idle: { kind: 'too_little_history', since: null },
      schedule: { kind: 'too_little_history', since: expect.any(String) },
    })
  })

  it('is the cost of the time beyond the run time, or outside of the schedule', async () => {
    const midnight = await startOfDays(3)
    for (let day = 0; day < 3; day++) await ran(midnight, day * 24 + 6, day * 24 + 20)
    const week = { time_zone: 'UTC', start: '0 8 * * *', stop: '0 18 * * *' }
    expect(await savings({ stop_after_s: 10 * hour, ...week })).toMatchObject({
      // Four of the fourteen hours of each run; two of them after 18:00.
      stop_after: { kind: 'saved', seconds: 12 * hour, micro_usd: 12 * savedPerHour },
      stop_idle: null,
      schedule: { kind: 'saved', seconds: 6 * hour, micro_usd: 6 * savedPerHour },
    })
  })

  it('counts idle time by every sample, and none in which somebody was connected', async () => {
    const midnight = await startOfDays(2)
    await ran(midnight, 0, 24)
    const idle = gpus.map((uuid) => ({
      uuid,
      utilization_percent: 0,
      memory_used_mib: 1,
      power_w: 60,
    }))
    await sampled(midnight, { fromHour: 0, toHour: 2, gpus: idle })
    await sampled(midnight, { fromHour: 2, toHour: 3, gpus: idle, connected: true })
    const [first, second] = idle
    await sampled(midnight, { fromHour: 3, toHour: 5, gpus: [first, { ...second, power_w: 534 }] })
    await sampled(midnight, { fromHour: 5, toHour: 7, gpus: [first] })
    await sampled(midnight, { fromHour: 7, toHour: 8, gpus: idle, cpu: 99 })
    await sampled(midnight, { fromHour: 8, toHour: 9, gpus: idle })
    expect(await savings(idleOf(30))).toMatchObject({
      // An hour and a half, and half an hour.
      stop_idle: { kind: 'saved', seconds: 2 * hour, micro_usd: 2 * savedPerHour },
    })
  })

  it('is shown to nobody but its renter', async () => {
    const other = await fixture.account(0)
    await expect(readSavings(other, { id, stop_after_s: hour })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(accountIdOf(other)).not.toBe(accountIdOf(fixture.renter))
  })
})

function savings(query: Record<string, unknown>) {
  return readSavings(fixture.renter, { ...SavingsQuery.parse(query), id })
}

function idleOf(idle_minutes: number) {
  return { cpu_percent: 5, gpu_percent: 5, idle_minutes }
}

/** Orders the instance anew at a midnight, and goes on so many days. */
async function startOfDays(days: number): Promise<Date> {
  const midnight = new Date(fixture.clock.now())
  midnight.setUTCHours(24, 0, 0, 0)
  await fixture.clock.jump(
    midnight.getTime() - fixture.clock.now().getTime() + days * 24 * hour * 1_000,
  )
  await sql`update instances set created_at = ${midnight}, gpu_uuids = ${JSON.stringify(gpus)}
    where id = ${id}`.execute(fixture.db)
  return midnight
}

/** Charged intervals of five minutes each. */
async function ran(midnight: Date, fromHour: number, toHour: number): Promise<void> {
  await sql`insert into usage_intervals
      (key, instance_id, kind, from_at, to_at, seconds, micro_usd_per_hour, micro_usd)
    select ${id} || at, ${id}, 'running', at, at + interval '5 minutes', 300, 0, 0
    from generate_series(${midnight}::timestamptz + make_interval(hours => ${fromHour}),
      ${midnight}::timestamptz + make_interval(hours => ${toHour}) - interval '1 second',
      interval '5 minutes') at`.execute(fixture.db)
}

interface Sampled {
  fromHour: number
  toHour: number
  gpus: unknown[]
  connected?: boolean
  cpu?: number
}

/** A sample every 30 seconds. */
async function sampled(
  midnight: Date,
  { fromHour, toHour, gpus: used, connected = false, cpu = 0 }: Sampled,
): Promise<void> {
  const sample = JSON.stringify({ cpu_percent: cpu, gpus: used })
  await sql`insert into instance_metrics (instance_id, at, sample, connected)
    select ${id}, at, ${sample}::jsonb, ${connected}
    from generate_series(${midnight}::timestamptz + make_interval(hours => ${fromHour}),
      ${midnight}::timestamptz + make_interval(hours => ${toHour}) - interval '1 second',
      interval '30 seconds') at`.execute(fixture.db)
}
