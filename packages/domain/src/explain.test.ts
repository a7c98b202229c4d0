import { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relaxFilter } from './explain.ts'

describe('relaxFilter', () => {
  it('lowers a minimum to the highest available value', () => {
    const effect = relaxed('memory_mib_min', [anOffer(8_192, 30), anOffer(4_096, 10)])
    expect(effect).toEqual({
      filter: 'memory_mib_min',
      removed: 2,
      relax_to: 8_192,
      gained: 1,
      cheapest_micro_usd_per_hour: 30,
    })
  })

  it('raises a maximum to the lowest available value', () => {
    const shutOut = [anOffer(90, 90), anOffer(70, 70), anOffer(70, 70)]
    const effect = relaxed('price_micro_usd_per_hour_max', shutOut)
    expect(effect).toMatchObject({ relax_to: 70, gained: 2, cheapest_micro_usd_per_hour: 70 })
  })

  it('can only drop an exact filter', () => {
    const effect = relaxed('gpu_model', [anOffer(null, 500), anOffer(null, 300)])
    expect(effect).toMatchObject({ relax_to: null, gained: 2, cheapest_micro_usd_per_hour: 300 })
  })

  it('writes a relaxed version as one', () => {
    const effect = relaxed('cuda_min', [anOffer(12_004_000, 30), anOffer(11_008_000, 10)])
    expect(effect).toMatchObject({ relax_to: '12.4', gained: 1 })
  })

  it('drops a filter that excludes only unmeasured offers', () => {
    const effect = relaxed('cpu_score_min', [anOffer(null, 40)])
    expect(effect).toMatchObject({ relax_to: null, gained: 1 })
  })

  it('reports a filter that excludes nothing', () => {
    expect(relaxed('vcpus_min', [])).toMatchObject({
      removed: 0,
      relax_to: null,
      gained: 0,
      cheapest_micro_usd_per_hour: null,
    })
  })

  it('gains at least one and at most as many as it removed, and conforms to the contract', () => {
    const value = fc.option(fc.nat(100))
    const shutOut = fc.array(fc.tuple(value, fc.nat(1_000)), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(shutOut, (offers) => {
        const effect = relaxed(
          'disk_gb_min',
          offers.map(([value, price]) => anOffer(value, price)),
        )
        expect(effect.gained).toBeGreaterThan(0)
        expect(effect.gained).toBeLessThanOrEqual(effect.removed)
        expect(FilterEffect.parse(effect)).toEqual(effect)
      }),
    )
  })
})

function relaxed(filter: OfferFilterName, shutOut: readonly (readonly [number | null, number])[]) {
  const relaxation = relaxFilter(filter)
  for (const [value, price] of shutOut) relaxation.add(value, price)
  return relaxation.effect()
}

function anOffer(value: number | null, priceMicroUsdPerHour: number) {
  return [value, priceMicroUsdPerHour] as const
}
