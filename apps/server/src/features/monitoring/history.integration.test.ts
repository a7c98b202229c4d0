import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aReading, gpuHardware, withMonitoredMachines } from '../../../test/monitored.ts'
import { removeMachine } from '../machines/remove-machine.ts'
import { readHistory } from './read-history.ts'
import { recordMinutes } from './record-minutes.ts'
import { rollUp } from './roll-up.ts'

const hourMs = 3_600_000

describe('the last hour', () => {
  it('has a point for each minute in which the machine was seen', async () => {
    await using fixture = await setup()
    await fixture.minutes(3, fixture.id, (minute) => ({ cpu_percent: 10 * (minute + 1) }))
    await fixture.clock.advance(2 * 60_000)
    await recordMinutes(fixture.ctx)
    const { points } = await fixture.history()
    expect(points.map(({ cpu_percent }) => cpu_percent?.avg)).toEqual([10, 20, 30])
    expect(points[0]).toMatchObject({ memory_used_mib: { avg: 1_024 }, temperature_c: null })
  })

  it('of a GPU has its sensors, whether it was slow, and which memory errors were new', async () => {
    await using fixture = await setup()
    await fixture.minutes(3, fixture.id, (minute) => ({
      gpus: [
        aReading({
          temperature_c: 70 + minute,
          ecc_uncorrected: 4 + minute,
          throttle_reasons: minute === 1 ? ['hw_thermal'] : ['power_cap'],
        }),
      ],
    }))
    const { points, gpu } = await fixture.history({ gpu: 'GPU-1' })
    expect(gpu).toBe('GPU-1')
    expect(points.map(({ temperature_c }) => temperature_c?.max)).toEqual([70, 71, 72])
    expect(points.map(({ throttled_percent }) => throttled_percent)).toEqual([0, 100, 0])
    expect(points.map(({ ecc_errors }) => ecc_errors)).toEqual([0, 1, 1])
    expect((await fixture.history({ gpu: 'GPU-2' })).points).toEqual([])
  })

  it('has one point a minute, however many replicas record', async () => {
    await using fixture = await setup()
    await fixture.minutes(1, fixture.id)
    await Promise.all([1, 2, 3].map(() => recordMinutes(fixture.ctx)))
    expect((await fixture.history()).points).toHaveLength(1)
  })

  it('is recorded for every machine, also if one reports a load that cannot be', async () => {
    await using fixture = await setup()
    const other = await fixture.machine({}, 'other')
    await fixture.minutes(1, other, () => ({ cpu_percent: 1e300 }))
    expect((await fixture.history({}, other)).points).toMatchObject([{ cpu_percent: { max: 100 } }])
  })
})

describe('the last month', () => {
  it('has the least, average and greatest value of each hour that is over', async () => {
    await using fixture = await setup()
    await fixture.untilFullHour()
    await fixture.minutes(61, fixture.id, (minute) => ({
      cpu_percent: minute === 10 ? 100 : 40,
      gpus: [
        aReading({ temperature_c: minute, throttle_reasons: minute < 15 ? ['sw_thermal'] : [] }),
      ],
    }))
    await rollUp(fixture.ctx)
    const { points } = await fixture.history({ span: 'month' })
    expect(points).toHaveLength(1)
    expect(points[0]).toMatchObject({ cpu_percent: { min: 40, max: 100 } })
    expect(points[0]?.cpu_percent?.avg).toBeCloseTo(41, 0)
    expect((await fixture.history({ span: 'month', gpu: 'GPU-1' })).points).toMatchObject([
      {
        temperature_c: { min: 0, avg: 30, max: 59 },
        throttled_percent: 25,
        utilization_percent: { min: 97, avg: 97, max: 97 },
        ecc_errors: 0,
      },
    ])
  })

  it('counts memory errors once, also those at the end of an hour', async () => {
    await using fixture = await setup()
    await fixture.untilFullHour()
    await fixture.minutes(125, fixture.id, (minute) => ({
      gpus: [aReading({ ecc_uncorrected: minute < 30 ? 0 : minute < 59 ? 2 : 5 })],
    }))
    await rollUp(fixture.ctx)
    const { points } = await fixture.history({ span: 'month', gpu: 'GPU-1' })
    expect(points.reduce((sum, { ecc_errors }) => sum + (ecc_errors ?? 0), 0)).toBe(5)
  })

  it('is the same after a second roll-up, and after one that was late', async () => {
    await using fixture = await setup()
    await fixture.untilFullHour()
    await fixture.minutes(125, fixture.id, () => ({ gpus: [aReading()] }))
    await rollUp(fixture.ctx)
    const once = await fixture.history({ span: 'month', gpu: 'GPU-1' })
    expect(once.points).toHaveLength(2)
    await Promise.all([rollUp(fixture.ctx), rollUp(fixture.ctx)])
    expect(await fixture.history({ span: 'month', gpu: 'GPU-1' })).toEqual(once)
  })

  it('is kept for 31 days, and samples for three hours', async () => {
    await using fixture = await setup()
    await fixture.untilFullHour()
    await fixture.minutes(61, fixture.id, () => ({ gpus: [aReading()] }))
    await rollUp(fixture.ctx)
    await fixture.clock.jump(4 * hourMs)
    await recordMinutes(fixture.ctx)
    expect(await fixture.count('machine_minutes')).toBe(0)
    await fixture.clock.jump(26 * 24 * hourMs)
    await rollUp(fixture.ctx)
    expect(await fixture.count('gpu_hours')).toBe(1)
    await fixture.clock.jump(5 * 24 * hourMs)
    await rollUp(fixture.ctx)
    for (const table of ['machine_load_hours', 'gpu_hours', 'gpus'])
      expect(await fixture.count(table)).toBe(0)
  })

  it('has at most 128 GPUs of a machine that reports ever new ones, and keeps those it knows', async () => {
    await using fixture = await setup()
    await fixture.untilFullHour()
    await fixture.minutes(61, fixture.id, (minute) => ({
      gpus: Array.from({ length: 63 }, (_, at) => aReading({ uuid: `GPU-${minute}-${at}` })).concat(
        aReading({ uuid: 'GPU-0' }),
      ),
    }))
    await rollUp(fixture.ctx)
    expect(await fixture.count('gpus')).toBe(128)
    await fixture.minutes(60, fixture.id, () => ({ gpus: [aReading({ uuid: 'GPU-0' })] }))
    await rollUp(fixture.ctx)
    expect(await fixture.count('gpus')).toBe(128)
    const { points } = await fixture.history({ span: 'month', gpu: 'GPU-0' })
    expect(points).toHaveLength(2)
  })

  it('survives a machine that names one GPU many times', async () => {
    await using fixture = await setup()
    await fixture.untilFullHour()
    await fixture.minutes(61, fixture.id, () => ({
      gpus: Array.from({ length: 64 }, () => aReading({ ecc_uncorrected: 2 ** 31 - 1 })),
    }))
    await rollUp(fixture.ctx)
    expect((await fixture.history({ span: 'month', gpu: 'GPU-1' })).points).toHaveLength(1)
  })
})

it('a history is shown to its owner alone, and not of removed machines', async () => {
  await using fixture = await setup()
  await fixture.minutes(1, fixture.id)
  const asked = { id: fixture.id, span: 'hour' } as const
  const refused = { code: 'not_found' }
  await expect(readHistory(fixture.stranger(), asked)).rejects.toMatchObject(refused)
  await removeMachine(fixture.provider, fixture.id)
  await expect(readHistory(fixture.provider, asked)).rejects.toMatchObject(refused)
})

async function setup() {
  const market = await withMonitoredMachines()
  const id = await market.machine(gpuHardware)
  return {
    ...market,
    id,
    history: (query: { span?: 'hour' | 'month'; gpu?: string } = {}, of: MachineId = id) =>
      readHistory(market.provider, { span: 'hour', ...query, id: of }),
    /** Waits until the next sample is the first of an hour. */
    async untilFullHour() {
      const nowMs = market.clock.now().getTime()
      await market.clock.jump(hourMs - 60_000 - (nowMs % hourMs) + hourMs)
    },
    async count(table: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}`.execute(market.db)
      return rows[0]?.count ?? 0
    },
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}
