import { describe, expect, it } from 'vitest'
import { placePoints } from './sparkline.tsx'

describe('placePoints', () => {
  it('spans the full width, with the largest value at the top', () => {
    const points = placePoints({ values: [0, 50, 100], max: 100, width: 103, height: 23 })
    expect(points).toEqual([
      { x: 1.5, y: 21.5 },
      { x: 51.5, y: 11.5 },
      { x: 101.5, y: 1.5 },
    ])
  })

  it('clamps values above the maximum', () => {
    const [point] = placePoints({ values: [400], max: 100, width: 100, height: 20 })
    expect(point?.y).toBe(1.5)
  })

  it('skips gaps without moving other points', () => {
    const points = placePoints({ values: [10, null, 30], max: 100, width: 103, height: 20 })
    expect(points.map(({ x }) => x)).toEqual([1.5, 101.5])
  })

  it('returns a flat line without a scale', () => {
    const points = placePoints({ values: [5, 6], max: 0, width: 20, height: 20 })
    expect(points.every(({ y }) => y === 18.5)).toBe(true)
  })
})
