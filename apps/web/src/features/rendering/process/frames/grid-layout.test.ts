import { describe, expect, it } from 'vitest'
import { cellAfter, layGrid, seenCells } from './grid-layout.ts'

describe('the grid of frames', () => {
  it('has as many columns as fit, three on a phone', () => {
    expect(layGrid({ cells: 100, width: 1_000, aspect: 16 / 9 }).columns).toBe(7)
    expect(layGrid({ cells: 100, width: 320, aspect: 16 / 9 }).columns).toBe(3)
    expect(layGrid({ cells: 100, width: 10, aspect: 16 / 9 }).columns).toBe(1)
  })

  it('keeps the job’s aspect ratio within limits', () => {
    const wide = layGrid({ cells: 1, width: 1_000, aspect: 16 / 9 })
    const tall = layGrid({ cells: 1, width: 1_000, aspect: 1 / 20 })
    const flat = layGrid({ cells: 1, width: 1_000, aspect: 20 })
    expect(wide.pictureHeight).toBe(77)
    expect(tall.pictureHeight).toBeLessThan(2 * 136)
    expect(flat.pictureHeight).toBeGreaterThan(40)
  })

  it('stays within the scroll height of browsers with 200,000 frames on a phone', () => {
    const { rows, rowHeight } = layGrid({ cells: 200_000, width: 320, aspect: 1 })
    expect(rows * rowHeight).toBeLessThan(16_000_000)
  })

  it('draws the visible rows and two more on each side', () => {
    const layout = layGrid({ cells: 1_000, width: 1_000, aspect: 16 / 9 })
    const seen = seenCells(layout, { scrollTop: 50 * layout.rowHeight, viewHeight: 300 }, 1_000)
    expect(seen).toEqual({ start: 48 * 7, end: 55 * 7 })
  })

  it('draws nothing beyond its cells', () => {
    const layout = layGrid({ cells: 10, width: 1_000, aspect: 1 })
    expect(seenCells(layout, { scrollTop: 0, viewHeight: 5_000 }, 10)).toEqual({
      start: 0,
      end: 10,
    })
    expect(seenCells(layout, { scrollTop: 1e6, viewHeight: 300 }, 10)).toEqual({
      start: 10,
      end: 10,
    })
  })
})

describe('the keyboard in the grid', () => {
  it.each([
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 5, 15],
    ['ArrowUp', 5, 0],
    ['ArrowDown', 95, 99],
    ['PageDown', 5, 45],
    ['PageUp', 95, 55],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('moves on %s from %d to %d', (key, from, to) => {
    expect(cellAfter(key, from, 10, 100)).toBe(to)
  })

  it('ignores other keys', () => {
    expect(cellAfter('Tab', 5, 10, 100)).toBeUndefined()
    expect(cellAfter('a', 5, 10, 100)).toBeUndefined()
  })
})
