import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { createAtOnce } from './at-once.ts'

it('admits up to the limit per key, and one more after each release', () => {
  const atOnce = createAtOnce({ perKey: 2, inAll: 10 })
  const first = atOnce.enter('a')
  atOnce.enter('a')
  expect(() => atOnce.enter('a')).toThrow(Refused)
  atOnce.enter('b')
  first[Symbol.dispose]()
  atOnce.enter('a')
  expect(() => atOnce.enter('a')).toThrow(Refused)
})

it('releases a place once, however often it is disposed', () => {
  const atOnce = createAtOnce({ perKey: 1 })
  const first = atOnce.enter('a')
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  atOnce.enter('a')
  expect(() => atOnce.enter('a')).toThrow(Refused)
})

it('admits up to the limit over all keys', () => {
  const atOnce = createAtOnce({ perKey: 2, inAll: 3 })
  for (const key of ['a', 'b', 'c']) atOnce.enter(key)
  expect(() => atOnce.enter('d')).toThrow(Refused)
})
