import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { diskOf, gb, isDiskFull } from './disk-space.ts'

describe('the disk', () => {
  it('has what its filesystem says, in bytes', async () => {
    const { totalBytes, freeBytes } = await diskOf(tmpdir())()
    expect(totalBytes).toBeGreaterThan(100_000_000)
    expect(freeBytes).toBeLessThanOrEqual(totalBytes)
  })

  it.each([
    ['ENOSPC', true],
    ['EDQUOT', true],
    ['EACCES', false],
  ])('is full by %s: %s', (code, isFull) => {
    expect(isDiskFull(Object.assign(new Error('write failed'), { code }))).toBe(isFull)
  })

  it('is not full by what is no error of the system', () => {
    expect(isDiskFull('ENOSPC')).toBe(false)
  })

  it('is told in GB as people count them', () => {
    expect(gb(1_549_999_999)).toBe('1.5 GB')
  })
})
