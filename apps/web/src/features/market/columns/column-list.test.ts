import { describe, expect, it } from 'vitest'
import {
  columnNames,
  groupColumns,
  moveColumn,
  readColumns,
  toggleColumn,
  usualColumns,
} from './column-list.ts'

describe('the columns of the market', () => {
  it('are the stored ones, without what is none and what is twice there', () => {
    expect(readColumns('country,vram,luck,country,price')).toEqual(['country', 'vram'])
    expect(readColumns('')).toEqual([])
  })

  it.each([undefined, 'luck', '{"a":1}', 'constructor'])('are the usual ones for %s', (stored) => {
    expect(readColumns(stored)).toBeUndefined()
  })

  it('are added at the end, and removed', () => {
    const added = toggleColumn(usualColumns, 'country')
    expect(added).toEqual([...usualColumns, 'country'])
    expect(toggleColumn(added, 'country')).toEqual(usualColumns)
  })

  it('move by one place, and stay at the ends', () => {
    const columns = ['vram', 'memory', 'disk'] as const
    expect(moveColumn(columns, 'vram', 1)).toEqual(['memory', 'vram', 'disk'])
    expect(moveColumn(columns, 'disk', -1)).toEqual(['vram', 'disk', 'memory'])
    expect(moveColumn(columns, 'vram', -1)).toEqual(columns)
    expect(moveColumn(columns, 'disk', 1)).toEqual(columns)
  })

  it('share a heading where consecutive ones have one source', () => {
    const groups = groupColumns(usualColumns)
    expect(groups.map(({ source, columns }) => [source, columns.length])).toEqual([
      ['reported', 5],
      ['measured', 4],
    ])
    expect(groupColumns(columnNames).flatMap(({ columns }) => columns)).toEqual(columnNames)
  })
})
