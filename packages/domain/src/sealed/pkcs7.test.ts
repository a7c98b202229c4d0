import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { padded, unpadded } from './pkcs7.ts'

describe('padded', () => {
  it('fills the last block, or adds a whole one', () => {
    expect([...padded(Uint8Array.of(1, 2, 3))]).toEqual([1, 2, 3, ...new Array(13).fill(13)])
    expect([...padded(new Uint8Array(16))].slice(16)).toEqual(new Array(16).fill(16))
    expect([...padded(new Uint8Array(0))]).toEqual(new Array(16).fill(16))
  })

  it('is reversed by unpadded', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (text) => {
        expect(unpadded(padded(text))).toEqual(text)
      }),
    )
  })
})

describe('unpadded', () => {
  it.each([
    ['nothing at all', []],
    ['a count of zero', [...new Array(15).fill(0), 0]],
    ['a count beyond a block', new Array(32).fill(17)],
    ['a count beyond the text', [9, 9]],
    ['bytes that are not the count', [...new Array(13).fill(1), 2, 3, 3]],
  ])('rejects %s', (_kind, whole) => {
    expect(unpadded(Uint8Array.from(whole))).toBeUndefined()
  })
})
