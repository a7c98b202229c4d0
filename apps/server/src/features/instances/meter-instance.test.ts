import { expect, it } from 'vitest'
import { anInstance, aReport } from '../../../test/instance-builders.ts'
import { meterInstance } from './meter-instance.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1_000)

it('charges nothing before the first report', () => {
  const meter = meterInstance(anInstance(), aReport({ ready_s: 7 }), at(0))
  expect(meter).toMatchObject({ metered_running_s: 0, meter_ready_s: 7 })
})

it('charges the seconds between two heartbeats', () => {
  const row = anInstance({
    meter_ready_s: 10,
    meter_stopped_s: 0,
    meter_seen_at: at(10),
    metered_running_s: 10,
  })
  expect(meterInstance(row, aReport({ ready_s: 15 }), at(15)).metered_running_s).toBe(15)
})

it('charges nothing for a silence', () => {
  const row = anInstance({
    meter_ready_s: 10,
    meter_stopped_s: 0,
    meter_seen_at: at(10),
    metered_running_s: 10,
  })
  expect(meterInstance(row, aReport({ ready_s: 60 }), at(60)).metered_running_s).toBe(10)
})

it('charges no disk of an instance that was never ready', () => {
  const row = anInstance({ meter_ready_s: 0, meter_stopped_s: 0, meter_seen_at: at(0) })
  expect(
    meterInstance(row, aReport({ phase: 'stopped', stopped_s: 5 }), at(5)).metered_stopped_s,
  ).toBe(0)
})

it('charges the disk of an instance that was ready once', () => {
  const row = anInstance({
    meter_ready_s: 0,
    meter_stopped_s: 0,
    meter_seen_at: at(0),
    ready_at: at(0),
  })
  expect(
    meterInstance(row, aReport({ phase: 'stopped', stopped_s: 5 }), at(5)).metered_stopped_s,
  ).toBe(5)
})

it('keeps the disk for free after the balance ran out', () => {
  const row = anInstance({
    meter_ready_s: 0,
    meter_stopped_s: 0,
    meter_seen_at: at(0),
    ready_at: at(0),
    disk_kept_until: at(100),
  })
  expect(
    meterInstance(row, aReport({ phase: 'stopped', stopped_s: 5 }), at(5)).metered_stopped_s,
  ).toBe(0)
})
