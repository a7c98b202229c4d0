import { expect, it } from 'vitest'
import { ByteArena } from './byte-arena.ts'

it('keeps copies that nothing changes, however many there are', () => {
  const arena = new ByteArena()
  const bytes = new Uint8Array(100_000)
  const kept = [1, 2, 3, 4, 5].map((value) => arena.keep(bytes.fill(value)))
  expect(kept.map((copy) => [copy.length, copy[0], copy.at(-1)])).toEqual(
    [1, 2, 3, 4, 5].map((value) => [100_000, value, value]),
  )
})

it('keeps what is larger than its page', () => {
  expect(new ByteArena().keep(new Uint8Array(1_000_000).fill(9)).at(-1)).toBe(9)
})

it('takes the same memory again once it is cleared', () => {
  const arena = new ByteArena()
  const first = arena.keep(new Uint8Array(10))
  arena.clear()
  const second = arena.keep(new Uint8Array(10))
  expect([second.buffer === first.buffer, second.byteOffset]).toEqual([true, first.byteOffset])
})
