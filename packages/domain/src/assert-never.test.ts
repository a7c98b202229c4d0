import { expect, it } from 'vitest'
import { assertNever } from './assert-never.ts'

it('names the impossible value', () => {
  expect(() => assertNever(asNever('moved'))).toThrow('unexpected value: "moved"')
})

/** Named cast: a value that the types rule out, as a newer peer might send it. */
function asNever(value: unknown): never {
  return value as never
}
