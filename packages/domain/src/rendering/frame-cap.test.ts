import { describe, expect, it } from 'vitest'
import { frameCap, pictureCap } from './frame-cap.ts'

describe('frameCap', () => {
  it('is three times the estimate that was shown', () => {
    const shown = { estimateMicroUsd: 1_000, budgetMicroUsd: 9_000_000, frames: 10 }
    expect(frameCap(shown)).toBe(3_000)
  })

  it('is three times the share of the budget without a test frame', () => {
    const shown = { estimateMicroUsd: null, budgetMicroUsd: 1_001, frames: 10 }
    expect(frameCap(shown)).toBe(303)
  })
})

describe('pictureCap', () => {
  it('never exceeds the frame’s cap for all its pictures together', () => {
    expect(pictureCap(3_000, { split: { kind: 'whole' } })).toBe(3_000)
    expect(pictureCap(3_000, { split: { kind: 'tiles', columns: 2, rows: 2 } })).toBe(750)
    expect(pictureCap(3_000, { split: { kind: 'samples', ranges: 2 } })).toBe(1_000)
  })
})
