import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePictures, cropOf, isConstant, shrunkBy } from './compare.ts'
import type { DecodedPicture } from './decoded.ts'

describe('the difference of two pictures', () => {
  it('is none for equal ones, with any kind of sample', () => {
    for (const kind of [Uint8Array, Uint16Array, Float32Array]) {
      const samples = kind.from([1, 2, 3, 4, 5, 6])
      const one = aPicture({ width: 2, height: 1, channels: 3, samples })
      expect(comparePictures(one, { ...one, samples: samples.slice() }, null)).toEqual({
        psnrDb: null,
        differingPercent: 0,
      })
    }
  })

  it('matches the formula for a known difference', () => {
    const first = aPicture({ width: 10, height: 10, channels: 1, samples: new Uint8Array(100) })
    const second = { ...first, samples: first.samples.slice() }
    second.samples[17] = 10
    const found = comparePictures(first, second, null)
    // Mean square error: 100 / 100 samples.
    expect(found.psnrDb).toBeCloseTo(10 * Math.log10(255 ** 2), 9)
    expect(found.differingPercent).toBe(1)
  })

  it('counts a pixel as differing beyond 2 of 255, and once for any number of channels', () => {
    const first = aPicture({ width: 4, height: 1, channels: 3, samples: new Uint8Array(12) })
    const second = { ...first, samples: Uint8Array.of(2, 2, 2, 3, 3, 3, 0, 0, 9, 0, 1, 0) }
    expect(comparePictures(first, second, null).differingPercent).toBe(50)
  })

  it('is the same for 16 bits as for 8', () => {
    const wide = (samples: number[]) => Uint16Array.from(samples, (value) => value * 257)
    const values = [0, 7, 255, 130]
    const others = [0, 9, 250, 130]
    const of = (samples: DecodedPicture['samples']) => aPicture({ width: 4, height: 1, samples })
    expect(comparePictures(of(wide(values)), of(wide(others)), null)).toEqual(
      comparePictures(of(Uint8Array.from(values)), of(Uint8Array.from(others)), null),
    )
  })

  it('compares light as a screen shows it, also above white, and treats NaN as black', () => {
    const of = (light: number[]) =>
      aPicture({ width: light.length, height: 1, samples: Float32Array.from(light) })
    expect(comparePictures(of([0.5, 1]), of([0.5, 4]), null).differingPercent).toBe(50)
    const strange = of([Number.NaN, -1, Number.POSITIVE_INFINITY])
    expect(comparePictures(strange, of([0, 0, 1e30]), null).psnrDb).toBeNull()
  })

  it('aligns the second with its region of the first', () => {
    const first = aPicture({
      width: 3,
      height: 3,
      samples: Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8),
    })
    const second = aPicture({ width: 2, height: 2, samples: Uint8Array.of(4, 5, 7, 8) })
    const region = { x: 1, y: 1, width: 2, height: 2 }
    expect(comparePictures(first, second, region).psnrDb).toBeNull()
    expect(comparePictures(first, second, { ...region, x: 0 }).psnrDb).not.toBeNull()
    expect(cropOf(first, region)).toEqual(second)
  })

  it.each([
    ['of another size than asked', { x: 0, y: 0, width: 1, height: 1 }],
    ['beyond the edge', { x: 2, y: 2, width: 2, height: 2 }],
    ['of another size than the whole', null],
  ])('is total for a second one %s', (_, region) => {
    const first = aPicture({ width: 3, height: 3, samples: new Uint8Array(9) })
    const second = aPicture({ width: 2, height: 2, samples: new Uint8Array(4) })
    const total = { psnrDb: 0, differingPercent: 100 }
    expect(comparePictures(first, second, region)).toEqual(total)
  })

  it('is symmetric, and none only for equal pictures', () => {
    const bytes = fc.uint8Array({ minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const [first, second] = [a, b].map((samples) =>
          aPicture({ width: 4, height: 1, channels: 3, samples: Uint8Array.from(samples) }),
        )
        if (first === undefined || second === undefined) throw new Error('two were made')
        const there = comparePictures(first, second, null)
        expect(there).toEqual(comparePictures(second, first, null))
        expect(there.psnrDb === null).toBe(a.every((value, at) => value === b[at]))
        expect(there.differingPercent).toBeGreaterThanOrEqual(0)
        expect(there.differingPercent).toBeLessThanOrEqual(100)
      }),
    )
  })
})

describe('a picture of a single colour', () => {
  it('may be dithered by one, but not more', () => {
    const of = (samples: number[]) =>
      aPicture({ width: 3, height: 1, channels: 1, samples: Uint8Array.from(samples) })
    expect(isConstant(of([0, 1, 0]))).toBe(true)
    expect(isConstant(of([200, 199, 201]))).toBe(true)
    expect(isConstant(of([0, 0, 9]))).toBe(false)
  })

  it('is determined for each channel separately', () => {
    const samples = Uint8Array.of(10, 200, 30, 10, 200, 30)
    expect(isConstant(aPicture({ width: 2, height: 1, channels: 3, samples }))).toBe(true)
  })
})

describe('a shrunk picture', () => {
  it('has the means of squares, channel by channel', () => {
    const samples = Uint8Array.of(10, 0, 20, 8, 1, 1, 30, 4, 40, 4, 1, 1)
    const shrunk = shrunkBy(aPicture({ width: 3, height: 2, channels: 2, samples }), 2)
    expect(shrunk).toMatchObject({ width: 1, height: 1, samples: Uint8Array.of(25, 4) })
  })

  it('has less noise: pictures that differ by noise become similar', () => {
    const noisy = (seed: number) =>
      aPicture({
        width: 64,
        height: 64,
        samples: Uint8Array.from(
          { length: 4_096 },
          (_, at) => 100 + ((at * 7_919 + seed * 104_729) % 41),
        ),
      })
    const apart = comparePictures(noisy(1), noisy(2), null).psnrDb ?? 0
    const near = comparePictures(shrunkBy(noisy(1), 4), shrunkBy(noisy(2), 4), null).psnrDb ?? 99
    expect(near).toBeGreaterThan(apart + 6)
  })
})

function aPicture(
  given: Partial<DecodedPicture> & Pick<DecodedPicture, 'width' | 'height' | 'samples'>,
): DecodedPicture {
  return { channels: 1, bits: 8, ...given }
}
