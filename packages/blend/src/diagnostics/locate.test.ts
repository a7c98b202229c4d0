import { describe, expect, it } from 'vitest'
import { locate } from './locate.ts'

describe('locate', () => {
  it.each([
    ['//wood.png', '', 'wood.png'],
    ['//tex/wood.png', '', 'tex/wood.png'],
    ['//tex/wood.png', 'shots/one', 'shots/one/tex/wood.png'],
    ['//../tex/wood.png', 'shots', 'tex/wood.png'],
    ['//..\\tex\\wood.png', 'shots', 'tex/wood.png'],
    ['//\\..\\tex\\wood.png', 'shots', 'tex/wood.png'],
    ['//./a/../b.png', '', 'b.png'],
    ['//', 'shots', 'shots'],
  ])('%s from “%s” is %s', (stored, folder, path) => {
    expect(locate(stored, folder)).toEqual({ where: 'inside', path })
  })

  it.each([
    ['//../wood.png', ''],
    ['//../../wood.png', 'shots'],
    ['//a/../../wood.png', ''],
    ['//../../shots/wood.png', 'shots'],
  ])('%s from “%s” is outside', (stored, folder) => {
    expect(locate(stored, folder)).toEqual({ where: 'outside' })
  })

  it.each([
    '/home/me/wood.png',
    'C:\\tex\\wood.png',
    'c:/tex/wood.png',
    'wood.png',
    'tex/wood.png',
    '',
  ])('“%s” is absolute', (stored) => {
    expect(locate(stored, 'shots')).toEqual({ where: 'absolute' })
  })
})
