import { describe, expect, it } from 'vitest'
import { aMachine } from '../../../testing/samples.ts'
import { readPricing, writePricing } from './use-pricing-form.ts'

describe('prices in the form', () => {
  it('convert to text and back without losing a micro-dollar', () => {
    const { pricing } = aMachine()
    expect(readPricing(writePricing(pricing, 4))).toEqual(pricing)
  })

  it('are read from text while they are being typed', () => {
    const values = { ...writePricing(aMachine().pricing, 4), gpu_slot_micro_usd_per_hour: '1.5' }
    expect(readPricing(values).gpu_slot_micro_usd_per_hour).toBe(1_500_000)
  })

  it('count as zero where they are invalid, so that the example always has a total', () => {
    const values = {
      ...writePricing(aMachine().pricing, 4),
      disk_gb_micro_usd_per_hour: '',
      memory_gib_micro_usd_per_hour: -1,
      cpu_slot_micro_usd_per_hour: 100_001,
    }
    expect(readPricing(values)).toMatchObject({
      disk_gb_micro_usd_per_hour: 0,
      memory_gib_micro_usd_per_hour: 0,
      cpu_slot_micro_usd_per_hour: 0,
    })
  })
})
