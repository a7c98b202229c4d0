import { describe, expect, it } from 'vitest'
import { middle, pushed, squareOf } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('squareOf', () => {
  it('returns the largest centred square', () => {
    expect(squareOf(wide, middle)).toEqual({ left: 100, top: 0, side: 200 })
    expect(squareOf({ width: 200, height: 400 }, middle)).toEqual({ left: 0, top: 100, side: 200 })
  })

  it('returns a smaller square when zoomed in', () => {
    expect(squareOf(wide, { ...middle, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
  })

  it('stays inside the picture', () => {
    expect(squareOf(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ left: 0, top: 100, side: 100 })
  })
})

describe('pushed', () => {
  it('moves the picture in the direction of the drag', () => {
    const crop = pushed(wide, middle, { right: 0.25, down: 0 })
    expect(squareOf(wide, crop)).toEqual({ left: 50, top: 0, side: 200 })
  })

  it('stops at the edge and moves back from it immediately', () => {
    const far = pushed(wide, middle, { right: -5, down: 5 })
    expect(squareOf(wide, far)).toEqual({ left: 200, top: 0, side: 200 })
    expect(squareOf(wide, pushed(wide, far, { right: 0.25, down: 0 })).left).toBe(150)
  })
})
