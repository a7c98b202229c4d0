import { describe, expect, it } from 'vitest'
import { someSettings } from '../../../../test/render-rows.ts'
import { countedMs, picturePrice } from './picture-price.ts'

const hour = 3_600_000
const chunk = { machine_score: 2, micro_usd_per_reference_hour: hour }

describe('the price of a picture', () => {
  it('is its time on a reference machine at the machine’s price', () => {
    const job = { settings: someSettings(), frame_micro_usd_max: null }
    const price = picturePrice({ job, chunk, renderMs: 1_500 })
    expect(price).toEqual({ referenceMs: 3_000, microUsd: 3_000, isCapped: false })
    expect(countedMs(price, chunk)).toBe(3_000)
  })

  it('is capped by the limit that the user was shown, as is the time counted for estimates', () => {
    const job = { settings: someSettings(), frame_micro_usd_max: 900 }
    const price = picturePrice({ job, chunk: { ...chunk, machine_score: 200 }, renderMs: 20_000 })
    expect(price).toEqual({ referenceMs: 4_000_000, microUsd: 900, isCapped: true })
    expect(countedMs(price, chunk)).toBe(900)
  })
})
