import { expect, it } from 'vitest'
import { bearerIn } from './bearer.ts'

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ['Bearer Bearer abc', undefined],
  ['Bearer abc, Bearer def', undefined],
  ['Bearer ', undefined],
  ['Basic abc', undefined],
  ['abc', undefined],
  [undefined, undefined],
])('reads %j as the token %j', (authorization, token) => {
  expect(bearerIn(authorization)).toBe(token)
})
