import { describe, expect, it } from 'vitest'
import { timeRange } from './time-range.ts'

const createdS = 1_795_000_000

describe('the time axis of the metrics', () => {
  it('starts at the creation of an instance younger than the chosen span', () => {
    expect(timeRange({ minutes: 60, createdS }, createdS + 600)).toEqual([createdS, createdS + 600])
  })

  it('grows with every sample until it has the chosen span', () => {
    const widths = [300, 1_800, 3_600, 7_200].map((age) => {
      const [from, to] = timeRange({ minutes: 60, createdS }, createdS + age)
      return to - from
    })
    expect(widths).toEqual([300, 1_800, 3_600, 3_600])
  })

  it('spans at least a minute, so that the first samples do not make it jump', () => {
    expect(timeRange({ minutes: 60, createdS }, createdS + 5)).toEqual([
      createdS - 55,
      createdS + 5,
    ])
  })

  it('has the chosen span for an older instance', () => {
    const newest = createdS + 100_000
    expect(timeRange({ minutes: 360, createdS }, newest)).toEqual([newest - 21_600, newest])
  })
})
