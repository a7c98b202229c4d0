import { describe, expect, it } from 'vitest'
import { NotFoundError, UsageError } from '../errors.ts'
import { chooseOne } from './choose-one.ts'

const things = [
  { id: 'ins_01aaaaaaaaaaaaaaaaaaaa1111', name: 'trial' },
  { id: 'ins_01aaaaaaaaaaaaaaaaaaaa2222', name: 'Render' },
  { id: 'ins_02bbbbbbbbbbbbbbbbbbbb1111', name: '' },
]

describe('chooseOne', () => {
  it.each([
    ['a whole id', 'ins_01aaaaaaaaaaaaaaaaaaaa2222', 1],
    ['a name', 'trial', 0],
    ['a name in another case', 'RENDER', 1],
    ['the beginning of an id', 'ins_02b', 2],
    ['the beginning without the kind', '02bb', 2],
    ['the end, as tables show it', 'aaaa1111', 0],
    ['the end in capitals', 'A2222', 1],
  ])('accepts %s', (_, wanted, index) => {
    expect(chooseOne(things, wanted, 'instance')).toBe(things[index])
  })

  it('prefers a name to a part of an id', () => {
    const named = [...things, { id: 'ins_03cccccccccccccccccccc3333', name: '1111' }]
    expect(chooseOne(named, '1111', 'instance').id).toContain('3333')
  })

  it('rejects an ambiguous name, and lists the matches', () => {
    expect(() => chooseOne(things, '01aa', 'instance')).toThrow(UsageError)
    expect(() => chooseOne(things, '01aa', 'instance')).toThrow(/matches 2.*1111 {2}trial.*2222/s)
  })

  it('rejects an unknown name, and parts of ids that are too short', () => {
    expect(() => chooseOne(things, 'nope', 'instance')).toThrow(NotFoundError)
    expect(() => chooseOne(things, '222', 'instance')).toThrow('No instance named "222"')
    expect(() => chooseOne(things, '', 'instance')).toThrow(NotFoundError)
  })
})
