import { describe, expect, it } from 'vitest'
import { joined } from '../../test/blend-writer.ts'
import { readThumbnail } from './thumbnail.ts'

const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]
const blue = [0, 0, 255, 255]
const white = [255, 255, 255, 255]

describe('readThumbnail', () => {
  it('flips the rows so that the top one is first', () => {
    const found = readThumbnail(picture(2, 2, [...red, ...green, ...blue, ...white]), true)
    expect(found).toMatchObject({ width: 2, height: 2 })
    expect(pixelsOf(found?.rgba)).toEqual([...blue, ...white, ...red, ...green])
  })

  it('reads big endian', () => {
    const found = readThumbnail(picture(1, 1, red, { littleEndian: false }), false)
    expect(found).toMatchObject({ width: 1, height: 1 })
  })

  it('accepts the largest allowed size', () => {
    const found = readThumbnail(picture(512, 512, new Array(512 * 512 * 4).fill(7)), true)
    expect(found?.rgba.length).toBeLessThanOrEqual(1_500_000)
  })

  it.each([
    ['no width', picture(0, 2, [])],
    ['a width below nothing', picture(-1, 2, [])],
    ['a width out of all reason', picture(100_000, 2, [])],
    ['less than it says', picture(2, 2, red)],
    ['nothing', new Uint8Array(3)],
  ])('returns null for %s', (_name, body) => {
    expect(readThumbnail(body, true)).toBeNull()
  })
})

function picture(
  width: number,
  height: number,
  pixels: readonly number[],
  { littleEndian } = { littleEndian: true },
): Uint8Array {
  const head = new Uint8Array(8)
  const view = new DataView(head.buffer)
  view.setInt32(0, width, littleEndian)
  view.setInt32(4, height, littleEndian)
  return joined([head, Uint8Array.from(pixels)])
}

function pixelsOf(base64 = ''): number[] {
  return [...atob(base64)].map((character) => character.charCodeAt(0))
}
