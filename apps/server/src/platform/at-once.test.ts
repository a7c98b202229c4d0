import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { createAtOnce } from './at-once.ts'

it('lets in so many of one key, and again once one has left', () => {
  const atOnce = createAtOnce({ perKey: 2, inAll: 10 })
  const first = atOnce.enter('a')
  atOnce.enter('a')
  expect(() => atOnce.enter('a')).toThrow(Refused)
  atOnce.enter('b')
  first[Symbol.dispose]()
  atOnce.enter('a')
  expect(() => atOnce.enter('a')).toThrow(Refused)
})

it('takes a place back once, however often it is given back', () => {
  const atOnce = createAtOnce({ perKey: 1 })
  const first = atOnce.enter('a')
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  atOnce.enter('a')
  expect(() => atOnce.enter('a')).toThrow(Refused)
})

it('lets in so many in all, whoever they are', () => {
  const atOnce = createAtOnce({ perKey: 2, inAll: 3 })
  for (const key of ['a', 'b', 'c']) atOnce.enter(key)
  expect(() => atOnce.enter('d')).toThrow(Refused)
})
