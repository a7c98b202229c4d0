import { stopNoticeS } from '@gridloom/contract/core/constants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  gpuWorkingPowerW,
  idleSince,
  isIdle,
  planStop,
  type StopFacts,
  sampleGapMs,
  stepOfStop,
} from './stop-rules.ts'

const minuteMs = 60_000
const below = { cpu_percent: 5, gpu_percent: 5 }

describe('planStop', () => {
  it('stops for the rule that comes first', () => {
    const facts = someFacts({ stopAtMs: 900, stopAfterS: 1, runSinceMs: 0, scheduledStopMs: 800 })
    expect(planStop(facts, 0)).toEqual({ atMs: 800, cause: 'stopped_by_schedule' })
    expect(planStop(someFacts({}), 0)).toBeNull()
  })

  it('counts the run time from the first report of running, and not before', () => {
    expect(planStop(someFacts({ stopAfterS: 60, runSinceMs: null }), 0)).toBeNull()
    expect(planStop(someFacts({ stopAfterS: 60, runSinceMs: 5 }), 0)).toEqual({
      atMs: 60_005,
      cause: 'run_time_reached',
    })
  })

  it('postpones every rule, and forgets a postponement that has passed', () => {
    const rules = { stopAtMs: 100, idleMinutes: 1, idleSinceMs: 0, sampledAtMs: 0 }
    expect(planStop(someFacts({ ...rules, postponedUntilMs: 500 }), 0)?.atMs).toBe(500)
    expect(planStop(someFacts({ ...rules, postponedUntilMs: 50 }), 0)?.atMs).toBe(100)
  })

  it('takes an instance for idle only with a recent sample, and after the last connection', () => {
    const idle = { idleMinutes: 10, idleSinceMs: 0, sampledAtMs: 5_000 }
    expect(planStop(someFacts(idle), 5_000)).toEqual({ atMs: 10 * minuteMs, cause: 'idle' })
    expect(planStop(someFacts(idle), 5_001 + sampleGapMs)).toBeNull()
    const left = { ...idle, connectedAtMs: 4_000 }
    expect(planStop(someFacts(left), 5_000)?.atMs).toBe(4_000 + 10 * minuteMs)
  })
})

describe('stepOfStop', () => {
  const planned = { atMs: 1_000_000, cause: 'idle' } as const
  const noticeMs = stopNoticeS * 1_000

  it('announces a stop once before it stops', () => {
    expect(stepOfStop(planned, null, planned.atMs - noticeMs - 1)).toBe('none')
    expect(stepOfStop(planned, null, planned.atMs - noticeMs)).toBe('announce')
    expect(stepOfStop(planned, 'idle', planned.atMs - 1)).toBe('none')
    expect(stepOfStop(planned, 'idle', planned.atMs)).toBe('stop')
  })

  it('withdraws what is no longer near, and announces another cause', () => {
    expect(stepOfStop(null, 'idle', 0)).toBe('withdraw')
    expect(stepOfStop(planned, 'idle', 0)).toBe('withdraw')
    expect(stepOfStop(planned, 'stop_time_reached', planned.atMs - 1)).toBe('announce')
    expect(stepOfStop(null, null, 0)).toBe('none')
  })
})

describe('isIdle', () => {
  it('is true only below every threshold', () => {
    expect(isIdle({ cpuPercent: 4.9, gpus: [] }, below)).toBe(true)
    expect(isIdle({ cpuPercent: 5, gpus: [] }, below)).toBe(false)
    expect(isIdle({ cpuPercent: 0, gpus: [gpu(0), gpu(5)] }, below)).toBe(false)
  })

  it('takes a GPU without a reading for busy', () => {
    expect(isIdle({ cpuPercent: 0, gpus: [gpu(null)] }, below)).toBe(false)
  })

  it('takes a GPU that draws much power for busy, whatever its utilisation says', () => {
    expect(isIdle({ cpuPercent: 0, gpus: [gpu(0, 534)] }, below)).toBe(false)
    expect(isIdle({ cpuPercent: 0, gpus: [gpu(0, gpuWorkingPowerW - 1)] }, below)).toBe(true)
  })
})

describe('idleSince', () => {
  it('begins anew after a busy sample and after a gap', () => {
    const before = { idleSinceMs: 10, sampledAtMs: 1_000 }
    expect(idleSince(before, { atMs: 2_000, idle: true })).toBe(10)
    expect(idleSince(before, { atMs: 2_000, idle: false })).toBeNull()
    expect(idleSince(before, { atMs: 1_001 + sampleGapMs, idle: true })).toBe(1_001 + sampleGapMs)
    expect(idleSince({ idleSinceMs: null, sampledAtMs: null }, { atMs: 7, idle: true })).toBe(7)
  })

  it('never reaches back over a busy sample or a gap, whatever the samples are', () => {
    const sample = fc.record({ afterMs: fc.integer({ min: 1, max: 90_000 }), idle: fc.boolean() })
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 60 }), (samples) => {
        let [atMs, before] = [
          0,
          { idleSinceMs: null as number | null, sampledAtMs: null as number | null },
        ]
        let earliest = Number.POSITIVE_INFINITY
        for (const { afterMs, idle } of samples) {
          atMs += afterMs
          const isGap = before.sampledAtMs === null || afterMs > sampleGapMs
          if (!idle) earliest = Number.POSITIVE_INFINITY
          else if (isGap || earliest === Number.POSITIVE_INFINITY) earliest = atMs
          const sinceMs = idleSince(before, { atMs, idle })
          expect(sinceMs ?? Number.POSITIVE_INFINITY).toBe(earliest)
          before = { idleSinceMs: sinceMs, sampledAtMs: atMs }
        }
      }),
    )
  })
})

function gpu(utilizationPercent: number | null, powerW: number | null = null) {
  return { utilizationPercent, powerW }
}

function someFacts(change: Partial<StopFacts>): StopFacts {
  return {
    stopAtMs: null,
    stopAfterS: null,
    idleMinutes: null,
    scheduledStopMs: null,
    runSinceMs: null,
    idleSinceMs: null,
    sampledAtMs: null,
    connectedAtMs: null,
    postponedUntilMs: null,
    ...change,
  }
}
