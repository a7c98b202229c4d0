import { describe, expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

describe('formatBytes', () => {
  it('counts in powers of 1024', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(1_023)).toBe('1023 B')
    expect(formatBytes(1_024)).toBe('1 KiB')
    expect(formatBytes(1.5 * 1024 ** 3)).toBe('1.5 GiB')
  })

  it('never shows 1024 of a smaller unit', () => {
    expect(formatBytes(1024 ** 2 - 1)).toBe('1 MiB')
  })

  it('stops at the largest unit', () => {
    expect(formatBytes(1024 ** 6)).toBe('1024 PiB')
  })
})
