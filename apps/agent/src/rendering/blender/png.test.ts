import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cropPixels, type Pixels, readPng, writePng } from './png.ts'

describe('a PNG', () => {
  it('is read as it was written', async () => {
    const pixels = setup({ width: 7, height: 5 })
    expect(await readPng(await writePng(pixels), pixels)).toEqual(pixels)
  })

  it('is read with every filter', async () => {
    // One channel of 8 bits, rows: none, sub, up, average, Paeth. The pixels are the result by section 9.
    const rows = [
      [0, 10, 20, 30],
      [1, 5, 1, 1],
      [2, 1, 1, 1],
      [3, 4, 4, 4],
      [4, 1, 1, 1],
    ]
    const file = await withRows(Buffer.from(rows.flat()), { width: 3, height: 5 })
    expect([...((await readPng(file, { width: 3, height: 5 }))?.bytes ?? [])]).toEqual([
      ...[10, 20, 30],
      ...[5, 6, 7],
      ...[6, 7, 8],
      ...[7, 11, 13],
      ...[8, 12, 14],
    ])
  })

  it('is cropped to whole pixels', () => {
    const crop = cropPixels(setup({ width: 4, height: 3 }), { x: 1, y: 1, width: 2, height: 2 })
    expect([...crop.bytes]).toEqual([15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32])
    expect([crop.width, crop.height]).toEqual([2, 2])
  })

  it('is rejected if it has another size, is truncated, too large, or no PNG', async () => {
    const pixels = setup({ width: 4, height: 3 })
    const file = await writePng(pixels)
    expect(await readPng(file, { width: 4, height: 4 })).toBeUndefined()
    expect(await readPng(file.subarray(0, 60), pixels)).toBeUndefined()
    expect(await readPng(Buffer.alloc(200), pixels)).toBeUndefined()
    expect(await readPng(Buffer.alloc(0), pixels)).toBeUndefined()
    const bomb = await withRows(Buffer.alloc(10_000_000), { width: 3, height: 3 })
    expect(await readPng(bomb, { width: 3, height: 3 })).toBeUndefined()
  })
})

/** Three channels of 8 bits; each byte is its own index. */
function setup({ width, height }: { width: number; height: number }): Pixels {
  const bytes = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => at % 256))
  return { width, height, kind: Buffer.from([8, 2, 0, 0, 0]), bytesPerPixel: 3, bytes }
}

/** A PNG of one channel with the given rows, including their filters. */
async function withRows(rows: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  const empty = { ...size, kind: Buffer.from([8, 0, 0, 0, 0]), bytesPerPixel: 1 }
  const file = await writePng({ ...empty, bytes: Buffer.alloc(size.width * size.height) })
  const packed = deflateSync(rows)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(packed.length)
  const tail = Buffer.alloc(4)
  return Buffer.concat([file.subarray(0, 33), length, bytesOf('IDAT'), packed, tail])
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
