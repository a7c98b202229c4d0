import { describe, expect, it } from 'vitest'
import { aJpeg, aPng, asciiOf, aWebp, jpegSegment, pngChunk } from '../../../test/pictures.ts'
import { readPictureHeader } from './picture-header.ts'

describe('the header of a picture', () => {
  it.each([
    ['a PNG', aPng(640, 480), 'image/png'],
    ['a JPEG', aJpeg(640, 480), 'image/jpeg'],
    ['a lossy WebP', aWebp('lossy', 640, 480), 'image/webp'],
    ['a lossless WebP', aWebp('lossless', 640, 480), 'image/webp'],
    ['a WebP with a canvas', aWebp('canvas', 640, 480), 'image/webp'],
  ])('returns type and size of %s', (_, bytes, contentType) => {
    expect(readPictureHeader(bytes)).toEqual({ contentType, width: 640, height: 480 })
  })

  it('reads a JPEG of several scans with restart markers between its data', () => {
    const scan = [0x11, 0xff, 0xd0, 0x22, ...jpegSegment(0xda, Buffer.alloc(10)), 0x33]
    expect(readPictureHeader(aJpeg(100, 50, scan))).toMatchObject({ width: 100, height: 50 })
  })

  it('reads the size of a JPEG behind other segments, not the size of its thumbnail', () => {
    const whole = aJpeg(100, 50)
    const thumbnail = jpegSegment(0xe1, aJpeg(8, 8))
    const bytes = Buffer.concat([whole.subarray(0, 2), thumbnail, whole.subarray(2)])
    expect(readPictureHeader(bytes)).toMatchObject({ width: 100, height: 50 })
  })
})

describe('an invalid picture', () => {
  const script = asciiOf('<script>alert(1)</script>')

  it.each([
    ['SVG', asciiOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', asciiOf('<!doctype html><script>alert(1)</script>')],
    ['a GIF', asciiOf('GIF89a\x40\x00\x40\x00')],
    ['nothing', Buffer.alloc(0)],
    ['a signature alone', aPng(64, 64).subarray(0, 8)],
  ])('is rejected if it is %s', (_, bytes) => {
    expect(readPictureHeader(bytes)).toBeUndefined()
  })

  it.each([
    ['a PNG', aPng(64, 64)],
    ['a JPEG', aJpeg(64, 64)],
    ['a WebP', aWebp('lossy', 64, 64)],
  ])('is rejected if it is %s with data appended or prepended, or cut off', (_, whole) => {
    expect(readPictureHeader(Buffer.concat([whole, script]))).toBeUndefined()
    expect(readPictureHeader(Buffer.concat([script, whole]))).toBeUndefined()
    for (let length = 0; length < whole.length; length++)
      expect(readPictureHeader(whole.subarray(0, length)), `${length} bytes`).toBeUndefined()
  })

  it('is rejected if it is a WebP whose last chunk is larger than the file', () => {
    const bytes = aWebp('canvas', 64, 64)
    bytes.writeUInt32LE(5_000, 16)
    expect(readPictureHeader(bytes)).toBeUndefined()
  })

  it('is rejected if it is a PNG without pixels, with two headers, or whose first chunk is not the header', () => {
    const whole = aPng(64, 64)
    const [signature, header] = [whole.subarray(0, 8), whole.subarray(8, 33)]
    const end = pngChunk('IEND', Buffer.alloc(0))
    expect(readPictureHeader(Buffer.concat([signature, header, end]))).toBeUndefined()
    expect(readPictureHeader(Buffer.concat([signature, header, whole.subarray(8)]))).toBeUndefined()
    const first = pngChunk('tEXt', asciiOf('hello'))
    expect(readPictureHeader(Buffer.concat([signature, first, whole.subarray(8)]))).toBeUndefined()
  })

  it('never throws, whichever byte of a picture is changed', () => {
    const whole = [aPng(64, 64), aJpeg(64, 64), aWebp('lossless', 64, 64)]
    for (const bytes of whole) {
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 0xff
        expect(() => readPictureHeader(changed)).not.toThrow()
      }
    }
  })
})
