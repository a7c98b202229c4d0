import { afterEach, describe, expect, it, vi } from 'vitest'
import { sha256Hex } from './sha256.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['with WebCrypto', 'without it, as on plain http'])('sha256 %s', (where) => {
  /** FIPS 180-4, examples of one block and of two. */
  it.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ])('of %j matches the published value', async (text, hash) => {
    if (where !== 'with WebCrypto') vi.stubGlobal('crypto', {})
    expect(await sha256Hex(bytesOf(text))).toBe(hash)
  })
})

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}
