import { describe, expect, it } from 'vitest'
import { formatCount, formatGb, formatMib, formatPercent, plural } from './numbers.ts'

describe('formatCount', () => {
  it('abbreviates thousands as k, millions as M and billions as B', () => {
    expect(formatCount(1_240)).toBe('1.24k')
    expect(formatCount(12_400)).toBe('12.4k')
    expect(formatCount(124_000)).toBe('124k')
    expect(formatCount(3_100_000)).toBe('3.1M')
    expect(formatCount(2_000_000_000)).toBe('2B')
  })

  it.each([
    [999_499, '999k'],
    [999_500, '1M'],
    [999_999, '1M'],
    [-999_999, '-1M'],
    [999_999_999, '1B'],
    [999.96, '1k'],
    [9_999, '10k'],
    [999_999_999_999, '1000B'],
  ])('never shows a thousand of a smaller unit: %s is %s', (count, text) => {
    expect(formatCount(count)).toBe(text)
  })

  it('leaves small counts unchanged', () => {
    expect(formatCount(0)).toBe('0')
    expect(formatCount(999)).toBe('999')
    expect(formatCount(8.44)).toBe('8.4')
  })

  it('keeps the sign', () => {
    expect(formatCount(-1_500)).toBe('-1.5k')
  })
})

describe('other units', () => {
  it('never shows a thousand GB', () => {
    expect(formatGb(999.7)).toBe('1 TB')
  })

  it('formats mebibytes as memory', () => {
    expect(formatMib(16_384)).toBe('16 GiB')
    expect(formatMib(512)).toBe('512 MiB')
  })

  it('formats gigabytes as disk', () => {
    expect(formatGb(40)).toBe('40 GB')
    expect(formatGb(9.24)).toBe('9.2 GB')
    expect(formatGb(1_920)).toBe('1.92 TB')
  })

  it('shows a decimal for small percentages only', () => {
    expect(formatPercent(7.44)).toBe('7.4 %')
    expect(formatPercent(83.2)).toBe('83 %')
    expect(formatPercent(0)).toBe('0 %')
  })

  it('uses the singular for one', () => {
    expect(plural(1, 'slot')).toBe('1 slot')
    expect(plural(2, 'slot')).toBe('2 slots')
    expect(plural(0, 'slot')).toBe('0 slots')
    expect(plural(1, 'entry')).toBe('1 entry')
    expect(plural(2, 'entry')).toBe('2 entries')
    expect(plural(2, 'day')).toBe('2 days')
  })
})
