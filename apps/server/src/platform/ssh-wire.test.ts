import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mpintBits, wireReader } from './ssh-wire.ts'

describe('wireReader', () => {
  it('reads strings one after another and reports the bytes left', () => {
    const reader = wireReader(Buffer.concat([framed('ab'), framed(''), framed('c')]))
    expect([reader.take()?.toString(), reader.take()?.toString()]).toEqual(['ab', ''])
    expect(reader.left()).toBe(5)
    expect(reader.take()?.toString()).toBe('c')
    expect([reader.left(), reader.take()]).toEqual([0, undefined])
  })

  it('never reads beyond the end of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const reader = wireReader(Buffer.from(bytes))
        let taken = 0
        for (let piece = reader.take(); piece !== undefined; piece = reader.take())
          taken += 4 + piece.length
        expect(taken + reader.left()).toBe(bytes.length)
      }),
    )
  })
})

describe('mpintBits', () => {
  it.each([
    [[0x01], 1],
    [[0x7f], 7],
    [[0x00, 0x80], 8],
    [[0x00, 0xff, 0xff], 16],
    [[0x01, 0x00], 9],
  ])('counts the bits of %j as %i', (bytes, bits) => {
    expect(mpintBits(Buffer.from(bytes))).toBe(bits)
  })

  it.each([[[]], [[0]], [[0x80]], [[0x00, 0x7f]]])(
    'counts zero bits in the invalid or zero %j',
    (bytes) => {
      expect(mpintBits(Buffer.from(bytes))).toBe(0)
    },
  )
})

function framed(text: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(text.length)
  return Buffer.concat([head, bytesOf(text)])
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
