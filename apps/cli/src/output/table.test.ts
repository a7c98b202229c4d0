import { describe, expect, it } from 'vitest'
import { type Column, formatTable } from './table.ts'
import { painter } from './tone.ts'

const columns: Column[] = [
  { title: 'ID' },
  { title: 'NAME', cutTo: 5 },
  { title: 'NOTE', dropRank: 1 },
  { title: 'PRICE', align: 'right' },
]
const rows = [
  ['a1', 'a long name', 'first', '$0.42'],
  ['b2', 'short', '', '$12.00'],
]

describe('formatTable', () => {
  it('aligns columns under their titles and ends no line with spaces', () => {
    expect(lines(100)).toEqual([
      'ID  NAME         NOTE    PRICE',
      'a1  a long name  first   $0.42',
      'b2  short               $12.00',
    ])
  })

  it('cuts long cells on a narrow terminal', () => {
    expect(lines(26)).toEqual([
      'ID  NAME     NOTE    PRICE',
      'a1  a long…  first   $0.42',
      'b2  short           $12.00',
    ])
  })

  it('drops less important columns when cutting is not enough', () => {
    expect(lines(23)).toEqual([
      'ID  NAME          PRICE',
      'a1  a long name   $0.42',
      'b2  short        $12.00',
    ])
  })

  it('never exceeds the terminal width while columns can shrink', () => {
    for (let width = 17; width < 40; width += 1) {
      expect(Math.max(...lines(width).map((line) => line.length))).toBeLessThanOrEqual(width)
    }
  })

  it('pads by visible width, without colour codes', () => {
    const [, painted] = formatTable(columns, [[{ text: 'a1', tone: 'good' }, 'x', '', '$1.00']], {
      width: 100,
      paint: painter('colour'),
    }).split('\n')
    expect(painted).toBe('\u001b[32ma1\u001b[0m  x           $1.00')
  })
})

function lines(width: number): string[] {
  return formatTable(columns, rows, { width, paint: painter('none') }).split('\n')
}
