import { describe, expect, it } from 'vitest'
import { aJpeg, aPng, jpegSegment, pngChunk } from '../../../../test/pictures.ts'
import { textIn } from '../../../../test/rendered.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng, joined } from './clean-png.ts'
import { NotAPicture } from './pictures.ts'

const secret = bytesOf('/home/provider/scene.blend')

describe('a cleaned PNG', () => {
  it.each(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'iCCP', 'sPLT', 'acTL', 'fcTL', 'prVt', 'caBX'])(
    'loses its %s',
    (type) => {
      const whole = aPng(8, 8)
      const tagged = joined([whole.subarray(0, 33), pngChunk(type, secret), whole.subarray(33)])
      expect(cleanPng(tagged)).toEqual(new Uint8Array(whole))
    },
  )

  it.each(['gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT', 'pHYs', 'PLTE', 'tRNS'])(
    'keeps its %s, which affects its appearance',
    (type) => {
      const whole = aPng(8, 8)
      const more = joined([
        whole.subarray(0, 33),
        pngChunk(type, bytesOf('123')),
        whole.subarray(33),
      ])
      expect(cleanPng(more)).toEqual(more)
    },
  )

  it('loses data after its end, even another picture', () => {
    const whole = aPng(8, 8)
    expect(cleanPng(joined([whole, secret]))).toEqual(new Uint8Array(whole))
    expect(cleanPng(joined([whole, aPng(9, 9)]))).toEqual(new Uint8Array(whole))
  })

  it('is rejected if it is cut off, or a chunk is longer than the file', () => {
    const whole = aPng(8, 8)
    for (let length = 0; length < whole.length; length++)
      expect(() => cleanPng(whole.subarray(0, length))).toThrow(NotAPicture)
    const long = new Uint8Array(whole)
    new DataView(long.buffer).setUint32(8, 0xff_ff_ff_ff)
    expect(() => cleanPng(long)).toThrow(NotAPicture)
  })
})

describe('a cleaned JPEG', () => {
  it.each([
    ['Exif', 0xe1],
    ['a profile', 0xe2],
    ['what an application wrote', 0xed],
    ['a comment', 0xfe],
  ])('loses %s', (_, marker) => {
    const whole = cleanJpeg(aJpeg(8, 8))
    const tagged = joined([whole.subarray(0, 2), segmentOf(marker, secret), whole.subarray(2)])
    expect(cleanJpeg(tagged)).toEqual(new Uint8Array(whole))
    expect(textIn(cleanJpeg(tagged))).not.toContain('provider')
  })

  it('keeps its density and its colour encoding, but no thumbnail', () => {
    const whole = cleanJpeg(aJpeg(8, 8))
    const [jfif, adobe] = [segmentOf(0xe0, new Uint8Array(14)), segmentOf(0xee, new Uint8Array(12))]
    const more = joined([whole.subarray(0, 2), jfif, adobe, whole.subarray(2)])
    expect(cleanJpeg(more)).toEqual(more)
    const thumbnail = segmentOf(0xe0, new Uint8Array(400))
    const tagged = joined([whole.subarray(0, 2), thumbnail, whole.subarray(2)])
    expect(cleanJpeg(tagged)).toEqual(new Uint8Array(whole))
  })

  it('with several scans and restart markers keeps them all, and nothing after its end', () => {
    const scan = [0x11, 0xff, 0xd0, 0x22, 0xff, 0x00, ...jpegSegment(0xda, Buffer.alloc(10)), 0x33]
    const whole = cleanJpeg(aJpeg(100, 50, scan))
    expect(cleanJpeg(joined([whole, secret]))).toEqual(new Uint8Array(whole))
  })

  it('is rejected if it is cut off', () => {
    const whole = cleanJpeg(aJpeg(8, 8))
    for (let length = 0; length < whole.length; length++)
      expect(() => cleanJpeg(whole.subarray(0, length))).toThrow(NotAPicture)
  })
})

function segmentOf(marker: number, content: Uint8Array): Uint8Array {
  return Uint8Array.from(jpegSegment(marker, Buffer.from(content)))
}

function bytesOf(text: string): Buffer {
  return Buffer.from(Uint8Array.from([...text].map((character) => character.charCodeAt(0))))
}
