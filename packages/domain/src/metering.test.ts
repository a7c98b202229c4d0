import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type MeterPoint,
  type MeterReading,
  meterBetween,
  slackS,
  startMetering,
  unbounded,
} from './metering.ts'

describe('meterBetween', () => {
  it('charges the seconds that both sides counted', () => {
    const { runningS, stoppedS } = meterBetween(
      aPoint(),
      aPoint({ runningS: 105, seenAtMs: 5_000 }),
    )
    expect({ runningS, stoppedS }).toEqual({ runningS: 5, stoppedS: 0 })
  })

  it('charges no second that the server did not see pass', () => {
    const metered = meterBetween(aPoint(), aPoint({ runningS: 1_000, seenAtMs: 5_999 }))
    expect(metered.runningS).toBe(5)
  })

  it('charges nothing for a gap of more than 30 s, and continues from its end', () => {
    const silent = meterBetween(aPoint(), aPoint({ runningS: 131, seenAtMs: 30_001 }))
    expect(silent.runningS).toBe(0)
    const after = meterBetween(silent.next, aPoint({ runningS: 136, seenAtMs: 35_001 }))
    expect(after.runningS).toBe(5)
  })

  it('still charges a gap of exactly 30 s', () => {
    const metered = meterBetween(aPoint(), aPoint({ runningS: 130, seenAtMs: 30_000 }))
    expect(metered.runningS).toBe(30)
  })

  it('ignores a report that arrives late', () => {
    const late = meterBetween(aPoint(), aPoint({ runningS: 99, seenAtMs: 1_000 }))
    expect(late).toEqual({ runningS: 0, stoppedS: 0, next: aPoint() })
  })

  it('charges nothing twice when the first report after a gap is a late one', () => {
    const late = meterBetween(aPoint(), aPoint({ runningS: 98, seenAtMs: 31_000 }))
    const prompt = meterBetween(late.next, aPoint({ runningS: 100, seenAtMs: 36_000 }))
    expect([late.runningS, prompt.runningS]).toEqual([0, 0])
  })

  it('starts again when the agent has lost its counters', () => {
    const lost = meterBetween(aPoint(), aPoint({ runningS: 0, seenAtMs: 5_000 }))
    expect(lost.runningS).toBe(0)
    expect(meterBetween(lost.next, aPoint({ runningS: 4, seenAtMs: 9_000 })).runningS).toBe(4)
  })

  it('charges nothing while the server clock is behind', () => {
    const metered = meterBetween(aPoint(), aPoint({ runningS: 105, seenAtMs: -1 }))
    expect(metered).toEqual({ runningS: 0, stoppedS: 0, next: aPoint() })
  })

  it('charges the cheaper kind if an agent claims both for the same time', () => {
    const both = aPoint({ runningS: 105, stoppedS: 55, seenAtMs: 5_000 })
    expect(meterBetween(aPoint(), both)).toMatchObject({ runningS: 0, stoppedS: 5 })
  })

  it('charges an early claim once the server has seen the time pass', () => {
    const lateStart = startMetering({ runningS: 0, stoppedS: 0, seenAtMs: 4_000 })
    const early = meterBetween(lateStart, { runningS: 5, stoppedS: 0, seenAtMs: 5_000 })
    const late = meterBetween(early.next, { runningS: 10, stoppedS: 0, seenAtMs: 14_000 })
    expect([early.runningS, late.runningS]).toEqual([1, 9])
  })

  it('drops claims beyond the slack for good', () => {
    const lie = meterBetween(aPoint(), aPoint({ runningS: 1_000, seenAtMs: 5_000 }))
    expect(lie.next.runningS).toBe(1_000 - slackS)
  })

  it('loses no second to rounding and jitter when both clocks are right', () => {
    const jitterMs = fc.integer({ min: 0, max: 4_000 })
    fc.assert(
      fc.property(fc.array(jitterMs, { minLength: 1, maxLength: 200 }), (jitters) => {
        let point = startMetering({ runningS: 0, stoppedS: 0, seenAtMs: 0 })
        let charged = 0
        let sentAtMs = 0
        for (const jitter of [...jitters, 4_000]) {
          sentAtMs += 5_003
          const now = {
            runningS: Math.floor(sentAtMs / 1000),
            stoppedS: 0,
            seenAtMs: sentAtMs + jitter,
          }
          const metered = meterBetween(point, now)
          charged += metered.runningS
          point = metered.next
        }
        expect(charged).toBe(Math.floor(sentAtMs / 1000))
      }),
    )
  })
})

describe('any sequence of reports, true or not', () => {
  it('is never charged above the server time that passed', () => {
    fc.assert(
      fc.property(fc.array(anyReport), (reports) => {
        const walk = meterAll(reports)
        expect((walk.runningS + walk.stoppedS) * 1000).toBeLessThanOrEqual(walk.passedMs)
      }),
    )
  })

  it('is never charged above the agent’s claims, nor below zero', () => {
    fc.assert(
      fc.property(fc.array(anyReport), (reports) => {
        const walk = meterAll(reports)
        expect(walk.runningS).toBeLessThanOrEqual(walk.claimedReadyS)
        expect(walk.stoppedS).toBeLessThanOrEqual(walk.claimedStoppedS)
        expect(walk.least).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is never charged above the true running time of an honest agent', () => {
    fc.assert(
      fc.property(fc.array(honestStep), (steps) => {
        const { charged, trueRunningMs } = runHonestly(steps)
        expect(charged * 1000).toBeLessThanOrEqual(trueRunningMs)
      }),
      { numRuns: honestRuns },
    )
  })

  it('carries over no more than the slack', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1 }), (reports) => {
        const { point } = meterAll(reports)
        expect(point.spareMs).toBeGreaterThanOrEqual(0)
        expect(point.spareMs).toBeLessThanOrEqual(slackS * 1000)
      }),
    )
  })
})

const anyReport = fc.record({
  readyByS: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -500, max: 500 })),
  stoppedByS: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -500, max: 500 })),
  afterMs: fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: -40_000, max: 90_000 })),
})

/** Rare sequences of late and lost reports need more runs than the usual hundred. */
const honestRuns = 5_000

const honestStep = fc.record({
  passesMs: fc.integer({ min: 0, max: 60_000 }),
  runs: fc.boolean(),
  /** `late`: the report is two seconds old. `lost`: the agent's counter starts again. */
  report: fc.constantFrom('none', 'prompt', 'prompt', 'late', 'lost'),
})
type HonestStep = typeof honestStep extends fc.Arbitrary<infer Step> ? Step : never

function runHonestly(steps: readonly HonestStep[]) {
  let point = startMetering({ runningS: 0, stoppedS: 0, seenAtMs: 0 })
  let [charged, trueRunningMs, counterMs, nowMs] = [0, 0, 0, 0]
  for (const step of steps) {
    nowMs += step.passesMs
    if (step.runs) trueRunningMs += step.passesMs
    if (step.runs) counterMs += step.passesMs
    if (step.report === 'none') continue
    if (step.report === 'lost') counterMs = 0
    const behindMs = step.report === 'late' ? 2_000 : 0
    const runningS = Math.max(0, Math.floor((counterMs - behindMs) / 1000))
    const metered = meterBetween(point, { runningS, stoppedS: 0, seenAtMs: nowMs })
    charged += metered.runningS
    point = metered.next
  }
  return { charged, trueRunningMs }
}

/** Meters reports given as changes; claims are all rises of a counter above its last value. */
function meterAll(reports: readonly { readyByS: number; stoppedByS: number; afterMs: number }[]) {
  let point = startMetering({ runningS: 0, stoppedS: 0, seenAtMs: 0 })
  let seen = { runningS: 0, stoppedS: 0, seenAtMs: 0 }
  const walk = { runningS: 0, stoppedS: 0, claimedReadyS: 0, claimedStoppedS: 0, least: 0 }
  let latestMs = 0
  for (const report of reports) {
    const now = {
      runningS: Math.max(0, seen.runningS + report.readyByS),
      stoppedS: Math.max(0, seen.stoppedS + report.stoppedByS),
      seenAtMs: seen.seenAtMs + report.afterMs,
    }
    const metered = meterBetween(point, now)
    walk.claimedReadyS += Math.max(0, now.runningS - seen.runningS)
    walk.claimedStoppedS += Math.max(0, now.stoppedS - seen.stoppedS)
    walk.runningS += metered.runningS
    walk.stoppedS += metered.stoppedS
    walk.least = Math.min(walk.least, metered.runningS, metered.stoppedS)
    latestMs = Math.max(latestMs, now.seenAtMs)
    point = metered.next
    seen = now
  }
  return { ...walk, point, passedMs: latestMs }
}

function aPoint(changes: Partial<MeterPoint> = {}): MeterPoint {
  return { runningS: 100, stoppedS: 50, seenAtMs: 0, spareMs: 0, ...changes }
}

describe('a gap while the control plane was away', () => {
  const hourMs = 3_600_000
  const excused = [{ fromMs: 10_000, toMs: hourMs }]
  const after = (runningS: number, seenAtMs: number) =>
    aPoint({ runningS: 100 + runningS, seenAtMs })
  const meter = (now: MeterPoint, journal: readonly MeterReading[] = [], bounds = unbounded) =>
    meterBetween(aPoint(), now, bounds, { excused, journal })

  it('is charged as far as the agent counted', () => {
    expect(meter(after(3_000, hourMs)).runningS).toBe(3_000)
  })

  it('is charged for no more than the time in which the machine could not report', () => {
    expect(meter(after(100_000, 2 * hourMs)).runningS).toBe(3_590)
  })

  it('is charged only for what the journal counted in that time', () => {
    const beforeIt = after(8, 8_000)
    const idle = after(8, 1_800_000)
    const { runningS } = meter(after(1_800, 2 * hourMs), [beforeIt, idle])
    expect(runningS).toBe(1_792)
    const late = meter(after(3_600, 2 * hourMs), [after(0, hourMs)])
    expect(late.runningS).toBeLessThanOrEqual(slackS)
  })

  it('is not charged beyond a requested stop', () => {
    const bounds = { ...unbounded, runningUntilMs: 70_000 }
    expect(meter(after(3_600, hourMs), [], bounds).runningS).toBe(60)
    expect(meter(after(3_600, hourMs), [], { ...unbounded, runningUntilMs: -1 }).runningS).toBe(0)
  })

  it('is charged once, whatever is reported afterwards', () => {
    const { next } = meter(after(3_000, hourMs))
    expect(meterBetween(next, after(3_005, hourMs + 5_000)).runningS).toBe(5)
  })

  it('is never charged beyond the excused time or the counted time, in whatever parts the journal has', () => {
    const reading = fc.record({
      runningS: fc.integer({ min: 0, max: 8_000 }),
      stoppedS: fc.integer({ min: 0, max: 8_000 }),
      seenAtMs: fc.integer({ min: -1_000, max: 3 * hourMs }),
    })
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 20 }), reading, (journal, last) => {
        const now = { ...last, seenAtMs: 3 * hourMs }
        const { runningS, stoppedS } = meterBetween(aPoint(), now, unbounded, { excused, journal })
        expect(runningS).toBeGreaterThanOrEqual(0)
        expect(stoppedS).toBeGreaterThanOrEqual(0)
        expect(runningS + stoppedS).toBeLessThanOrEqual(3_590)
      }),
    )
  })
})
