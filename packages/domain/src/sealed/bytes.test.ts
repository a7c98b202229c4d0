import { describe, expect, it } from 'vitest'
import { bytesFrom } from './bytes.ts'

describe('bytesFrom', () => {
  it.each([
    ['a Uint8Array', Uint8Array.of(0, 127, 255)],
    ['an array', [0, 127, 255]],
    ['what behaves like an array', { length: 3, 0: 0, 1: 127, 2: 255 }],
    ['another typed array', Uint16Array.of(0, 127, 255)],
  ])('accepts %s', (_kind, given) => {
    expect([...bytesFrom(given)]).toEqual([0, 127, 255])
  })

  it.each([[[256]], [[-1]], [[1.5]], [[Number.NaN]], [['1']], [[null]], [[1, undefined]]])(
    'rejects an array with a value that is not a byte: %j',
    (given) => {
      expect(() => bytesFrom(given)).toThrow(/^Array contains invalid value$/)
    },
  )

  it.each([
    'text',
    12,
    null,
    undefined,
    {},
    { length: -1 },
    { length: 1.5 },
    { length: '1', 0: 1 },
    { length: 2, 0: 1 },
    { length: 1, 0: 256 },
    { length: 2 ** 52 },
    Uint16Array.of(256),
    new ArrayBuffer(4),
    () => 1,
  ])('rejects input without bytes: %j', (given) => {
    expect(() => bytesFrom(given)).toThrow(/^unsupported array-like object$/)
  })

  it('rejects an array with holes', () => {
    expect(() => bytesFrom(new Array(3))).toThrow(/^Array contains invalid value$/)
  })
})
