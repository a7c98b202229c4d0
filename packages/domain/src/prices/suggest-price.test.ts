import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PriceLevel, priceLevel, suggestPrice } from './suggest-price.ts'

const usd = 1_000_000

describe('a suggestion of a price', () => {
  it('is lower where units rented almost always are cheaper, as in 92 % at $0.21 against $0.30', () => {
    const levels = [at(0.21 * usd, 1_000, 0.92), at(0.3 * usd, 1_000, 0.2)]
    expect(suggestPrice(levels, 0.3 * usd)).toEqual({
      verdict: 'lower',
      now: {
        ...{ micro_usd_per_hour: 300_000, rented_percent: 20 },
        ...{ micro_usd_per_day: 1_440_000, unit_hours: 1_000 },
      },
      best: {
        ...{ micro_usd_per_hour: 210_000, rented_percent: 92 },
        ...{ micro_usd_per_day: 4_636_800, unit_hours: 1_000 },
      },
    })
  })

  it('is higher where dearer units are rented as often', () => {
    const levels = [at(0.2 * usd, 500, 0.9), at(0.4 * usd, 500, 0.85)]
    expect(suggestPrice(levels, 0.2 * usd)).toMatchObject({ verdict: 'raise' })
  })

  it('is to keep a price that earns as much as any other, within 5 %', () => {
    const levels = [at(0.2 * usd, 500, 0.9), at(0.4 * usd, 500, 0.46)]
    expect(suggestPrice(levels, 0.2 * usd)).toMatchObject({ verdict: 'keep' })
  })

  it('is not made from too few hours, and not where nothing is rented', () => {
    expect(suggestPrice([at(usd, 47, 1)], usd)).toEqual({
      verdict: 'unknown',
      now: null,
      best: null,
    })
    expect(suggestPrice([at(usd, 500, 0)], usd)).toMatchObject({ verdict: 'unknown', best: null })
    expect(suggestPrice([], usd)).toEqual({ verdict: 'unknown', now: null, best: null })
  })

  it('says for a price without comparison only what holds even if it were rented all the time', () => {
    const levels = [at(0.4 * usd, 500, 0.9)]
    expect(suggestPrice(levels, 0.1 * usd)).toMatchObject({ verdict: 'raise', now: null })
    expect(suggestPrice(levels, 5 * usd)).toMatchObject({ verdict: 'unknown', now: null })
  })

  it('never names a price that earns less, and never depends on the order of the levels', () => {
    fc.assert(
      fc.property(
        fc.array(levels(), { maxLength: 30 }),
        fc.integer({ min: 0, max: 10 * usd }),
        (all, asked) => {
          const unique = [...new Map(all.map((each) => [each.level, each])).values()]
          const { verdict, now, best } = suggestPrice(unique, asked)
          expect(suggestPrice(unique.toReversed(), asked).verdict).toBe(verdict)
          if (verdict !== 'raise' && verdict !== 'lower') return
          expect(best?.micro_usd_per_day).toBeGreaterThan(now?.micro_usd_per_day ?? 0)
          expect((best?.micro_usd_per_hour ?? 0) > asked).toBe(verdict === 'raise')
          expect(best?.rented_percent).toBeLessThanOrEqual(100)
        },
      ),
    )
  })
})

function levels() {
  return fc
    .record({
      price: fc.integer({ min: 1, max: 10 * usd }),
      hours: fc.integer({ min: 0, max: 5_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ price, hours, share }) => at(price, hours, share))
}

function at(microUsdPerHour: number, hours: number, share: number): PriceLevel {
  return {
    level: priceLevel(microUsdPerHour),
    unitHoursListed: hours,
    unitHoursRented: hours * share,
    microUsdListed: microUsdPerHour * hours,
  }
}
