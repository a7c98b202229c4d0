import { describe, expect, it } from 'vitest'
import { aLine } from '../../../testing/samples.ts'
import { amountOf, describeLine, formatNet, groupLines } from './line-words.ts'

describe('amountOf', () => {
  it('is what was charged, and nothing for a hold', () => {
    expect(amountOf(aLine({ held_change_micro_usd: -12 }))).toBe(-12)
    const hold = { available_change_micro_usd: -50, held_change_micro_usd: 50 }
    expect(amountOf(aLine({ kind: 'hold', ...hold }))).toBe(0)
  })
})

describe('formatNet', () => {
  it('adds lines up, with a sign', () => {
    const credit = aLine({ available_change_micro_usd: 5_000_000, held_change_micro_usd: 0 })
    const charge = aLine({ held_change_micro_usd: -2_000_000 })
    expect(formatNet([credit, charge])).toBe('+$3.00')
    expect(formatNet([charge])).toBe('−$2.00')
  })
})

describe('describeLine', () => {
  it('counts several transactions, and quotes a single one', () => {
    expect(describeLine(aLine({ transactions: 60 }))).toBe('60 charges')
    expect(describeLine(aLine({ text: '60 s running' }))).toBe('60 s running')
    expect(describeLine(aLine({ kind: 'earning', text: '60 s' }))).toBe('Earned: 60 s')
  })
})

describe('groupLines', () => {
  const lines = ['2026-11-21T11:00:00Z', '2026-11-21T10:00:00Z', '2026-11-20T23:00:00Z'].map((at) =>
    aLine({ at }),
  )

  it('groups by UTC day, and hours by hour', () => {
    const sizes = groupLines(lines, 'transaction').map(({ title, lines: of }) => [title, of.length])
    expect(sizes).toEqual([
      ['Sat, Nov 21, 2026', 2],
      ['Fri, Nov 20, 2026', 1],
    ])
    expect(groupLines(lines, 'hour').map(({ title }) => title)[0]).toBe('Sat, Nov 21, 2026, 11:00')
  })
})
