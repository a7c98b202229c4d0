import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { expect, it } from 'vitest'
import { anInstance, aReport } from '../../../test/instance-builders.ts'
import { meterInstance } from './meter-instance.ts'
import type { InstanceRow } from './schema.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1_000)

it('charges nothing before the first report', () => {
  const columns = meter(anInstance(), { ready_s: 7, running_s: 7 }, 0)
  expect(columns).toMatchObject({ metered_running_s: 0, meter_ready_s: 7, meter_running_s: 7 })
})

it('charges the seconds between two heartbeats', () => {
  expect(meter(aCharged(), { ready_s: 15 }, 15).metered_running_s).toBe(15)
})

it('charges nothing for time without heartbeats', () => {
  expect(meter(aCharged(), { ready_s: 60 }, 60).metered_running_s).toBe(10)
})

it('charges every running second after charging began, ready or not', () => {
  const columns = meter(aCharged(), { ready_s: 10, running_s: 15 }, 15)
  expect(columns).toMatchObject({ metered_running_s: 15, free_s: 0 })
})

it('charges nothing before it is ready, and counts that time against the free start', () => {
  const columns = meter(aFresh(), { running_s: 5 }, 5)
  expect(columns).toMatchObject({ metered_running_s: 0, free_s: 5, charged_from: null })
})

it('charges from the first passed readiness check', () => {
  const columns = meter(aFresh(), { ready: true, ready_s: 2, running_s: 5 }, 5)
  expect(columns).toMatchObject({ metered_running_s: 2, free_s: 3, charged_cause: 'ready' })
  expect(columns.charged_from).toEqual(at(3))
})

it('charges from the end of the free start', () => {
  const columns = meter(aFresh(), { running_s: 5 }, 5, { freeLeftS: 1 })
  expect(columns).toMatchObject({ metered_running_s: 4, charged_cause: 'free_start_used' })
  expect(columns.charged_from).toEqual(at(1))
})

it('charges from the second in which its renter entered it', () => {
  const row = { ...aFresh(), charged_from: at(2), charged_cause: 'entered' } as const
  const columns = meter(row, { running_s: 5 }, 5)
  expect(columns).toMatchObject({ metered_running_s: 3, free_s: 2, charged_from: at(2) })
})

it('counts running seconds by our clock when an older agent does not report them', () => {
  const columns = meter(aFresh(), { running_s: null }, 5, { freeLeftS: 1 })
  expect(columns).toMatchObject({ metered_running_s: 4, free_s: 1 })
})

it('charges a disk only beyond the free start if charging never began', () => {
  const stopped = { phase: 'stopped', stopped_s: 5 } as const
  const row = { ...aFresh(), state: 'stopped', desired: 'stopped' } as const
  expect(meter(row, stopped, 5)).toMatchObject({ metered_stopped_s: 0, free_s: 5 })
  expect(meter(row, stopped, 5, { freeLeftS: 0 })).toMatchObject({ metered_stopped_s: 5 })
})

it('charges the stopped disk of an instance that was charged before', () => {
  const row = { ...aCharged(), state: 'stopped' } as const
  const stopped = { phase: 'stopped', ready_s: 10, stopped_s: 5 } as const
  expect(meter(row, stopped, 15).metered_stopped_s).toBe(5)
})

it('does not charge the disk that is kept after the balance ran out', () => {
  const row = { ...aCharged(), state: 'stopped', disk_kept_until: at(100) } as const
  const stopped = { phase: 'stopped', ready_s: 10, stopped_s: 5 } as const
  expect(meter(row, stopped, 15).metered_stopped_s).toBe(0)
})

it('charges no running beyond 10 s after a stop was requested, whatever the machine reports', () => {
  const row = {
    ...aCharged(),
    state: 'stopping',
    desired: 'stopped',
    stop_asked_at: at(10),
  } as const
  expect(meter(row, { ready_s: 35 }, 35).metered_running_s).toBe(20)
  const later = { ...row, meter_seen_at: at(21), meter_running_s: 20 }
  expect(meter(later, { ready_s: 26 }, 26).metered_running_s).toBe(10)
})

it('charges no disk beyond 10 s after destruction was requested', () => {
  const asked = { stop_asked_at: at(0), destroy_asked_at: at(10) }
  const row = { ...aCharged(), ...asked, state: 'stopped', desired: 'destroyed' } as const
  const stopped = { phase: 'stopped', ready_s: 10, stopped_s: 25 } as const
  expect(meter(row, stopped, 35).metered_stopped_s).toBe(10)
})

it('charges no running seconds while stopped and no stopped seconds while running', () => {
  const stopped = { ...aCharged(), state: 'stopped' } as const
  expect(meter(stopped, { phase: 'stopped', ready_s: 15 }, 15).metered_running_s).toBe(10)
  expect(meter(aCharged(), { ready_s: 10, stopped_s: 5 }, 15).metered_stopped_s).toBe(0)
})

function meter(
  row: InstanceRow,
  said: Partial<InstanceReport>,
  seconds: number,
  { freeLeftS = 300 }: { freeLeftS?: number } = {},
) {
  const report = aReport(said)
  return meterInstance(row, { report, state: report.phase, seenAt: at(seconds), freeLeftS })
}

/** An instance that has run for ten seconds and was charged for them. */
function aCharged(): InstanceRow {
  return anInstance({
    state: 'running',
    charged_from: at(0),
    charged_cause: 'ready',
    meter_ready_s: 10,
    meter_running_s: 10,
    meter_stopped_s: 0,
    meter_seen_at: at(10),
    metered_running_s: 10,
  })
}

/** An instance that has just started running, neither ready nor entered. */
function aFresh(): InstanceRow {
  return anInstance({
    state: 'running',
    meter_ready_s: 0,
    meter_running_s: 0,
    meter_stopped_s: 0,
    meter_seen_at: at(0),
  })
}
