import { describe, expect, it } from 'vitest'
import { countedVisitors, findBoughtVisits, type SourceVisits } from './bought-visits.ts'
import { gapVariation, isEven } from './click-rhythm.ts'

describe('visitors look bought', () => {
  it('when they come at even intervals, and not when they come as people do', () => {
    const even = Array.from({ length: 100 }, (_, n) => n * 60_000 + (n % 3) * 5_000)
    expect(evidenceOf({ gapVariation: gapVariation(even, 2) })).toEqual([
      '100 visitors from blog.example on 2026-11-27 came at even intervals, as a program clicks.',
    ])
    expect(evidenceOf({ gapVariation: 1 })).toEqual([])
    expect(evidenceOf({ gapVariation: 0.1, visitors: 39 })).toEqual([])
  })

  it('when a thousand come as often by night as by day, or fewer of whom nobody signs up', () => {
    const flat = Array.from({ length: 24 }, (_, hour) => 42 + (hour % 5))
    const day = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 20 : 55))
    expect(evidenceOf({ hours: flat, visitors: 1_056 })).toHaveLength(1)
    expect(evidenceOf({ hours: day, visitors: 1_040 })).toEqual([])
    expect(evidenceOf({ hours: flat, visitors: 400, recentVisitors: 400 })).toHaveLength(1)
    expect(evidenceOf({ hours: flat, visitors: 400, recentVisitors: 400, signUps: 1 })).toEqual([])
    expect(evidenceOf({ hours: day, visitors: 400, recentVisitors: 400 })).toEqual([])
  })

  it('when thousands hardly ever sign up', () => {
    expect(evidenceOf({ recentVisitors: 2_000 })).toHaveLength(1)
    expect(evidenceOf({ recentVisitors: 2_000, signUps: 1 })).toEqual([])
    expect(evidenceOf({ recentVisitors: 4_000, signUps: 1 })).toHaveLength(1)
  })

  it('never for browsers alone that ask for privacy, which count at most as often as the others', () => {
    expect(evidenceOf({ visitors: 5_000, recentVisitors: 0 })).toEqual([])
    expect(countedVisitors({ identified: 10, unidentified: 4 })).toBe(14)
    expect(countedVisitors({ identified: 10, unidentified: 5_000 })).toBe(20)
    expect(countedVisitors({ identified: 0, unidentified: 5_000 })).toBe(0)
  })

  it('and few clicks are never even, nor are clicks all at once', () => {
    expect(gapVariation([1, 2, 3], 12)).toBeNull()
    expect(gapVariation(Array(20).fill(5), 12)).toBeNull()
    expect(isEven(0, 10)).toBe(false)
    expect(isEven(0.1, 20)).toBe(true)
    expect(isEven(0.8, 1_000_000)).toBe(false)
  })
})

function evidenceOf(given: Partial<SourceVisits>): string[] {
  return findBoughtVisits([
    {
      ...{ source: 'blog.example', day: '2026-11-27', visitors: 100, hours: null },
      ...{ gapVariation: null, recentVisitors: 0, signUps: 0, ...given },
    },
  ]).map(({ evidence }) => evidence)
}
