import { usualRenderMicroUsdPerHour } from '@gridloom/contract/core/constants'
import { RenderEstimate } from '@gridloom/contract/rendering/job'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EstimateSituation, estimateJob, etaS } from './estimate.ts'
import { framePrice } from './frame-price.ts'

const machine = fc.record({
  score: fc.double({ min: 0.05, max: 40, noNaN: true }),
  microUsdPerReferenceHour: fc.integer({ min: 0, max: 10_000_000 }),
})
const situation = fc
  .record({
    frames: fc.integer({ min: 1, max: 200_000 }),
    settledShare: fc.double({ min: 0, max: 1, noNaN: true }),
    chargedMicroUsd: fc.nat(1_000_000_000),
    pictures: fc.integer({ min: 1, max: 10_000 }),
    msPerPicture: fc.integer({ min: 1, max: 3_600_000 }),
    partsPerFrame: fc.integer({ min: 1, max: 256 }),
    machines: fc.array(machine, { maxLength: 20 }),
  })
  .map(({ settledShare, msPerPicture, ...rest }) => ({
    ...rest,
    settled: Math.floor(rest.frames * settledShare),
    referenceMsSum: msPerPicture * rest.pictures,
  }))

describe('estimateJob', () => {
  it('returns null before a picture was accepted', () => {
    expect(estimateJob(aSituation({ pictures: 0, referenceMsSum: 0 }))).toBeNull()
  })

  it('multiplies the time of the test frame by the frames and the prices of the machines', () => {
    const estimate = estimateJob(aSituation())
    expect(estimate).toMatchObject({
      frames: 100,
      reference_s_per_frame: 12,
      micro_usd_per_frame: 1_000,
      expected_micro_usd: 1_000 + 99 * 1_000,
      low_micro_usd: 1_000 + 99 * 600,
      high_micro_usd: 1_000 + 99 * 1_400,
      wall_s: (99 * 12) / 2,
      machines: 2,
    })
    expect(estimate?.reasons).toEqual([
      'Based on 1 rendered frame: 12 s per frame on a reference machine.',
      '2 suitable machines at $0.30 per reference hour. Combined speed: 2.0 × the reference machine.',
      'You pay for reference time: a slower machine takes longer but does not cost more.',
      'The range allows for frames that take up to 40 % more or less time.',
    ])
  })

  it('keeps low, expected and high in order, and never below the charges', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const estimate = RenderEstimate.parse(estimateJob(given))
        const { low_micro_usd: low, expected_micro_usd: expected, high_micro_usd: high } = estimate
        expect(given.chargedMicroUsd <= low && low <= expected && expected <= high).toBe(true)
      }),
    )
  })

  it('narrows as frames are done, and ends at the charges', () => {
    const one = estimateJob(aSituation({ pictures: 1, referenceMsSum: 12_000 }))
    const many = estimateJob(aSituation({ pictures: 64, referenceMsSum: 64 * 12_000 }))
    const widthOf = (estimate: typeof one) =>
      (estimate?.high_micro_usd ?? 0) - (estimate?.low_micro_usd ?? 0)
    expect(widthOf(many)).toBeLessThan(widthOf(one) / 5)
    expect(estimateJob(aSituation({ settled: 100, chargedMicroUsd: 93_000 }))).toMatchObject({
      low_micro_usd: 93_000,
      expected_micro_usd: 93_000,
      high_micro_usd: 93_000,
      wall_s: 0,
    })
  })

  it('depends on the speed of machines only for the time', () => {
    const slow = estimateJob(aSituation({ machines: machines([0.1, 300_000]) }))
    const fast = estimateJob(aSituation({ machines: machines([10, 300_000]) }))
    expect(slow?.expected_micro_usd).toBe(fast?.expected_micro_usd)
    expect(slow?.wall_s).toBe(99 * 120)
    expect(fast?.wall_s).toBe(Math.ceil((99 * 12) / 10))
  })

  it('weights prices by the share of the job that each machine will render', () => {
    const estimate = estimateJob(aSituation({ machines: machines([3, 100_000], [1, 500_000]) }))
    expect(estimate?.micro_usd_per_frame).toBe(framePrice(12_000, 200_000))
    expect(estimate?.reasons[1]).toContain('$0.10 to $0.50')
  })

  it('uses the default price, and no time, without machines', () => {
    const estimate = estimateJob(aSituation({ machines: [] }))
    expect(estimate).toMatchObject({
      wall_s: null,
      machines: 0,
      micro_usd_per_frame: framePrice(12_000, usualRenderMicroUsdPerHour),
    })
    expect(estimate?.reasons[1]).toContain('No suitable machine is online right now')
  })

  it('counts the parts of a frame together', () => {
    const parts = { partsPerFrame: 4, pictures: 4, referenceMsSum: 12_000 }
    const estimate = estimateJob(aSituation(parts))
    expect(estimate?.reference_s_per_frame).toBe(12)
    expect(estimate?.reasons[0]).toContain('4 rendered frame parts')
  })
})

describe('etaS', () => {
  it('divides the rest among the machines at work', () => {
    expect(etaS(10, 12_000, [{ score: 1 }, { score: 2 }])).toBe(40)
  })

  it('is at least the time of one frame on the fastest machine', () => {
    expect(
      etaS(
        1,
        12_000,
        Array.from({ length: 100 }, () => ({ score: 2 })),
      ),
    ).toBe(6)
  })

  it('is null without machines or pictures, and 0 when no frames are left', () => {
    expect(etaS(10, 12_000, [])).toBeNull()
    expect(etaS(10, null, [{ score: 1 }])).toBeNull()
    expect(etaS(0, 12_000, [{ score: 1 }])).toBe(0)
  })
})

function machines(...given: [score: number, price: number][]) {
  return given.map(([score, microUsdPerReferenceHour]) => ({ score, microUsdPerReferenceHour }))
}

/** A situation with a test frame of 12 reference seconds, and two machines like the reference machine. */
function aSituation(given: Partial<EstimateSituation> = {}): EstimateSituation {
  return {
    frames: 100,
    settled: 1,
    chargedMicroUsd: 1_000,
    referenceMsSum: 12_000,
    pictures: 1,
    partsPerFrame: 1,
    machines: machines([1, 300_000], [1, 300_000]),
    ...given,
  }
}
