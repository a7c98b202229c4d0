import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { diskOf, gb, isDiskFullError } from './disk-space.ts'

describe('the disk', () => {
  it('has its total and free size in bytes', async () => {
    const { totalBytes, freeBytes } = await diskOf(tmpdir())()
    expect(totalBytes).toBeGreaterThan(100_000_000)
    expect(freeBytes).toBeLessThanOrEqual(totalBytes)
  })

  it.each([
    ['ENOSPC', true],
    ['EDQUOT', true],
    ['EACCES', false],
  ])('is full when a write fails with %s: %s', (code, isFull) => {
    expect(isDiskFullError(Object.assign(new Error('write failed'), { code }))).toBe(isFull)
  })

  it('is not full when the cause is not an Error', () => {
    expect(isDiskFullError('ENOSPC')).toBe(false)
  })

  it('has its size shown in decimal GB', () => {
    expect(gb(1_549_999_999)).toBe('1.5 GB')
  })
})
