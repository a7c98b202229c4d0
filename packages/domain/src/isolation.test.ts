import { describe, expect, it } from 'vitest'
import { isolationOf } from './isolation.ts'

describe('isolationOf', () => {
  it('counts a machine as isolated when nothing essential is missing', () => {
    expect(isolationOf([])).toBe('isolated')
    expect(isolationOf(['resource_views'])).toBe('isolated')
  })

  it('counts a machine as not isolated when anything essential is missing', () => {
    expect(isolationOf(['resource_views', 'egress'])).toBe('not_isolated')
  })

  it('returns unknown for a machine that reports nothing', () => {
    expect(isolationOf(undefined)).toBe('unknown')
  })
})
