import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hmacSha256 } from './hmac-sha256.ts'

const counting = Uint8Array.from({ length: 25 }, (_, i) => i + 1)

/** RFC 4231, 4.2 to 4.8; the fifth is cut to 128 bits there. */
it.each([
  [1, of(0x0b, 20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    2,
    bytesOf('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    3,
    of(0xaa, 20),
    of(0xdd, 50),
    '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  ],
  [4, counting, of(0xcd, 50), '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b'],
  [5, of(0x0c, 20), 'Test With Truncation', 'a3b6167473100ee06e0c796c2955552b'],
  [
    6,
    of(0xaa, 131),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    7,
    of(0xaa, 131),
    'This is a test using a larger than block-size key and a larger than block-size data. ' +
      'The key needs to be hashed before being used by the HMAC algorithm.',
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
])('matches test case %i of RFC 4231', (_number, key, text, expected) => {
  const message = typeof text === 'string' ? bytesOf(text) : text
  expect(hex(hmacSha256(key, message)).slice(0, expected.length)).toBe(expected)
})

it('matches Node, over any parts one after another', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.array(fc.uint8Array()), (key, parts) => {
      const theirs = createHmac('sha256', key).update(Buffer.concat(parts)).digest('hex')
      expect(hex(hmacSha256(key, ...parts))).toBe(theirs)
    }),
  )
})

function of(byte: number, length: number): Uint8Array {
  return new Uint8Array(length).fill(byte)
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function hex(given: Uint8Array): string {
  return Buffer.from(given).toString('hex')
}
