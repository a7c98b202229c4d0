import { expect, it } from 'vitest'
import { detailCells, detailOf } from './detail.ts'

it('is zero for a single colour', () => {
  const detail = detailOf(aPicture(() => 90))
  expect(detail).toHaveLength(detailCells ** 2)
  expect(Math.max(...detail)).toBe(0)
})

it('is found where pixels differ from their neighbours, and nowhere else', () => {
  // Stripes in the last cell of the first row.
  const detail = detailOf(aPicture((x, y) => (x >= 28 && y < 4 && x % 2 === 1 ? 255 : 0)))
  expect(detail.indexOf(Math.max(...detail))).toBe(detailCells - 1)
  expect(detail.filter((step) => step > 0)).toHaveLength(1)
})

it('is zero for a picture smaller than its grid', () => {
  const one = {
    width: 1,
    height: 1,
    channels: 3,
    bits: 8,
    samples: Uint8Array.of(1, 2, 3),
  } as const
  expect(detailOf(one).every((step) => step === 0)).toBe(true)
})

function aPicture(valueAt: (x: number, y: number) => number) {
  const [width, height] = [32, 32]
  const samples = Uint8Array.from({ length: width * height }, (_, at) =>
    valueAt(at % width, Math.floor(at / width)),
  )
  return { width, height, channels: 1, bits: 8, samples } as const
}
