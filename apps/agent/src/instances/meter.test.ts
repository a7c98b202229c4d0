import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanceMeter,
  type Counting,
  endMeter,
  type Meter,
  newMeter,
  restoreMeter,
  saveMeter,
  switchMeter,
  type Timestamp,
} from './meter.ts'

describe('a meter', () => {
  it('counts only the kind of time that it is switched to', () => {
    let meter = newMeter(at(0))
    meter = switchMeter(meter, 'ready', at(1_000))
    meter = switchMeter(meter, 'nothing', at(4_000))
    meter = switchMeter(meter, 'stopped', at(9_000))
    meter = advanceMeter(meter, at(11_000))
    expect(meter).toMatchObject({ readyMs: 3_000, stoppedMs: 2_000 })
  })

  it('ignores the wall clock while the agent runs', () => {
    const meter = switchMeter(newMeter(at(0)), 'ready', at(0))
    const later = { monotonicMs: 5_000, wallMs: -86_400_000 }
    expect(advanceMeter(meter, later).readyMs).toBe(5_000)
  })

  it('counts up to the end of the container, not up to the detection of its end', () => {
    const meter = switchMeter(newMeter(at(0)), 'ready', at(0))
    expect(endMeter(meter, 3_000, at(10_000))).toMatchObject({
      readyMs: 3_000,
      counting: 'nothing',
    })
  })

  it('does not count beyond now when the engine reports an end in the future', () => {
    const meter = switchMeter(newMeter(at(0)), 'ready', at(0))
    expect(endMeter(meter, 99_000, at(10_000)).readyMs).toBe(10_000)
  })

  it('counts the gap when the container kept running while the agent was away', () => {
    const saved = saveMeter(switchMeter(newMeter(at(0)), 'ready', at(0)))
    const back = restoreMeter(saved, { monotonicMs: 17, wallMs: 60_000 })
    expect(advanceMeter(back, { monotonicMs: 17, wallMs: 60_000 }).readyMs).toBe(60_000)
  })

  it('counts only up to its end when the container ended while the agent was away', () => {
    const saved = saveMeter(switchMeter(newMeter(at(0)), 'ready', at(0)))
    const back = restoreMeter(saved, { monotonicMs: 17, wallMs: 60_000 })
    expect(endMeter(back, 45_000, { monotonicMs: 17, wallMs: 60_000 }).readyMs).toBe(45_000)
  })

  it('counts nothing for a wall clock that was set back while the agent was away', () => {
    const saved = saveMeter(switchMeter(newMeter(at(50_000)), 'ready', at(50_000)))
    const back = restoreMeter(saved, { monotonicMs: 0, wallMs: 10_000 })
    expect(advanceMeter(back, { monotonicMs: 0, wallMs: 10_000 }).readyMs).toBe(0)
  })

  it('never decreases and never counts more time than has passed', () => {
    fc.assert(
      fc.property(fc.array(happening), (happenings) => {
        let meter = newMeter(at(0))
        let nowMs = 0
        for (const it of happenings) {
          nowMs += it.ms
          const next = happen(meter, it, at(nowMs))
          expect(next.readyMs).toBeGreaterThanOrEqual(meter.readyMs)
          expect(next.unreadyMs).toBeGreaterThanOrEqual(meter.unreadyMs)
          expect(next.stoppedMs).toBeGreaterThanOrEqual(meter.stoppedMs)
          meter = next
        }
        expect(meter.readyMs + meter.unreadyMs + meter.stoppedMs).toBeLessThanOrEqual(nowMs)
      }),
    )
  })
})

const happening = fc.record({
  ms: fc.integer({ min: 0, max: 100_000 }),
  what: fc.constantFrom('advance', 'switch', 'end', 'restart'),
  to: fc.constantFrom<Counting>('ready', 'unready', 'stopped', 'nothing'),
  endedMs: fc.integer({ min: -100_000, max: 10_000_000 }),
})

function happen(meter: Meter, it: { what: string; to: Counting; endedMs: number }, now: Timestamp) {
  if (it.what === 'switch') return switchMeter(meter, it.to, now)
  if (it.what === 'end') return endMeter(meter, it.endedMs, now)
  if (it.what === 'restart') return restoreMeter(saveMeter(meter), now)
  return advanceMeter(meter, now)
}

function at(ms: number): Timestamp {
  return { monotonicMs: ms, wallMs: ms }
}
