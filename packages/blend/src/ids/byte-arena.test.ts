import { expect, it } from 'vitest'
import { ByteArena } from './byte-arena.ts'

it('stores independent copies', () => {
  const arena = new ByteArena()
  const bytes = new Uint8Array(100_000)
  const kept = [1, 2, 3, 4, 5].map((value) => arena.keep(bytes.fill(value)))
  expect(kept.map((copy) => [copy.length, copy[0], copy.at(-1)])).toEqual(
    [1, 2, 3, 4, 5].map((value) => [100_000, value, value]),
  )
})

it('stores copies larger than a page', () => {
  expect(new ByteArena().keep(new Uint8Array(1_000_000).fill(9)).at(-1)).toBe(9)
})

it('reuses its memory after clear', () => {
  const arena = new ByteArena()
  const first = arena.keep(new Uint8Array(10))
  arena.clear()
  const second = arena.keep(new Uint8Array(10))
  expect([second.buffer === first.buffer, second.byteOffset]).toEqual([true, first.byteOffset])
})
