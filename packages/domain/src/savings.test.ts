import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beyondRunTime, idleTime, runsOf, savedIn, stoppedBySchedule } from './savings.ts'

const minuteMs = 60_000
const prices = { runningMicroUsdPerHour: 3_600_000, stoppedMicroUsdPerHour: 360_000 }

describe('runsOf', () => {
  it('joins intervals that follow each other, and no others', () => {
    const spans = [span(10, 20), span(0, 10), span(21, 25), span(40, 50)]
    expect(runsOf(spans)).toEqual([span(0, 25), span(40, 50)])
  })
})

describe('beyondRunTime', () => {
  it('is the rest of each run after the limit', () => {
    expect(beyondRunTime([span(0, 30), span(100, 105)], 600)).toEqual([span(10, 30)])
  })
})

describe('idleTime', () => {
  it('begins after the idle minutes of the rule, and ends with the next busy minute', () => {
    const minutes = [
      ...minutesOf(0, 5, false),
      ...minutesOf(5, 30, true),
      ...minutesOf(30, 31, false),
      ...minutesOf(31, 36, true),
    ]
    expect(idleTime([span(0, 36)], minutes, 10)).toEqual([span(15, 30)])
  })

  it('counts minutes without a sample, and those of which nothing is known, as busy', () => {
    const gap = [...minutesOf(0, 8, true), ...minutesOf(9, 17, true)]
    expect(idleTime([span(0, 20)], gap, 10)).toEqual([])
    expect(idleTime([span(0, 20)], minutesOf(0, 20, null), 10)).toEqual([])
  })

  it('counts no minute in which the instance did not run', () => {
    expect(idleTime([span(0, 20), span(40, 45)], minutesOf(0, 60, true), 10)).toEqual([
      span(10, 20),
    ])
  })
})

describe('stoppedBySchedule', () => {
  it('lasts from a stop within a run to the next start', () => {
    const times = { startsMs: [20, 60].map(toMs), stopsMs: [10, 15, 40, 90].map(toMs) }
    expect(stoppedBySchedule([span(0, 50), span(55, 58)], times)).toEqual([
      span(10, 20),
      span(40, 50),
    ])
  })

  it('lasts to the end of the run without a start', () => {
    const times = { startsMs: [], stopsMs: [10, 40].map(toMs) }
    expect(stoppedBySchedule([span(0, 30), span(35, 50)], times)).toEqual([
      span(10, 30),
      span(40, 50),
    ])
  })
})

describe('savedIn', () => {
  it('is the price of running less that of the disk', () => {
    expect(savedIn([span(0, 60)], prices)).toEqual({ seconds: 3_600, microUsd: 3_240_000 })
  })

  it('never is more than what the runs cost, whatever the rule', () => {
    const ran = fc
      .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 500 }))
      .map(([from, length]) => span(from, from + length))
    const idle = fc.uniqueArray(fc.integer({ min: 0, max: 5_500 }), { maxLength: 400 })
    fc.assert(
      fc.property(fc.array(ran), idle, fc.integer({ min: 1, max: 600 }), (spans, at, limit) => {
        const runs = runsOf(spans)
        const whole = savedIn(runs, prices)
        const minutes = at
          .toSorted((a, b) => a - b)
          .map((minute) => ({ atMs: minute * minuteMs, idle: true }))
        const rules = [
          beyondRunTime(runs, limit * 60),
          idleTime(runs, minutes, limit),
          stoppedBySchedule(runs, { startsMs: [limit * minuteMs], stopsMs: [0, minuteMs] }),
        ]
        for (const rule of rules) {
          const saved = savedIn(rule, prices)
          expect(saved.seconds).toBeLessThanOrEqual(whole.seconds)
          expect(saved.microUsd).toBeLessThanOrEqual(whole.microUsd)
        }
      }),
    )
  })
})

function toMs(minute: number): number {
  return minute * minuteMs
}

function span(fromMinute: number, toMinute: number) {
  return { fromMs: fromMinute * minuteMs, toMs: toMinute * minuteMs }
}

function minutesOf(from: number, to: number, idle: boolean | null) {
  return Array.from({ length: to - from }, (_, at) => ({ atMs: (from + at) * minuteMs, idle }))
}
