import { describe, expect, it } from 'vitest'
import { foldersAbove, moveInTree, type ReadFolder, treeRows } from './tree-rows.ts'

describe('a tree of folders', () => {
  it('shows what is expanded, with the place of each folder', () => {
    expect(
      rowsOf(['/', '/b']).map(({ path, level, place, siblings, state }) => [
        path,
        level,
        place,
        siblings,
        state,
      ]),
    ).toEqual([
      ['/', 1, 1, 1, 'open'],
      ['/a', 2, 1, 2, 'leaf'],
      ['/b', 2, 2, 2, 'open'],
      ['/b/c', 3, 1, 1, 'closed'],
    ])
  })

  it('tells a folder that is read from one that cannot be', () => {
    const states = (kind: 'reading' | 'failed') =>
      treeRows(new Set(['/']), () => ({ kind }))[0]?.state
    expect([states('reading'), states('failed')]).toEqual(['reading', 'failed'])
  })

  it.each([
    ['/', 'ArrowDown', '/a'],
    ['/a', 'ArrowUp', '/'],
    ['/', 'ArrowUp', undefined],
    ['/', 'ArrowRight', '/a'],
    ['/a', 'ArrowRight', undefined],
    ['/b/c', 'ArrowRight', 'expand'],
    ['/b', 'ArrowLeft', 'collapse'],
    ['/b/c', 'ArrowLeft', '/b'],
    ['/a', 'ArrowLeft', '/'],
    ['/a', 'End', '/b/c'],
    ['/b/c', 'Home', '/'],
    ['/a', 'Enter', 'choose'],
    ['/a', ' ', 'choose'],
    ['/', 'C', '/b/c'],
    ['/b/c', 'a', '/a'],
    ['/a', 'x', undefined],
    ['/a', 'Tab', undefined],
  ])('from %s moves by %s to %s', (path, key, expected) => {
    const rows = rowsOf(['/', '/b'])
    const focused = rows.find((row) => row.path === path)
    const move = focused && moveInTree(rows, focused, key)
    expect(move?.kind === 'focus' ? move.path : move?.kind).toBe(expected)
  })

  it('leads to a path through the folders above it', () => {
    expect(foldersAbove('/')).toEqual([])
    expect(foldersAbove('/b/c/d')).toEqual(['/', '/b', '/b/c'])
  })
})

function rowsOf(expanded: readonly string[]) {
  const names: Readonly<Record<string, readonly string[]>> = {
    '/': ['a', 'b'],
    '/a': [],
    '/b': ['c'],
  }
  const read = (path: string): ReadFolder => {
    const known = names[path]
    return known === undefined ? { kind: 'unread' } : { kind: 'read', names: known, isWhole: true }
  }
  return treeRows(new Set(expanded), read)
}
