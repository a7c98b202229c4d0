import { describe, expect, it } from 'vitest'
import { aMachine } from '../../../testing/samples.ts'
import { readPricing, writePricing } from './use-pricing-form.ts'

describe('pricing as it is typed', () => {
  it('comes back to the micro-dollar', () => {
    const { pricing } = aMachine()
    expect(readPricing(writePricing(pricing, 4))).toEqual(pricing)
  })

  it('reads text as the field gives it while somebody types', () => {
    const values = { ...writePricing(aMachine().pricing, 4), gpu_slot_micro_usd_per_hour: '1.5' }
    expect(readPricing(values).gpu_slot_micro_usd_per_hour).toBe(1_500_000)
  })

  it('counts what is no price as nothing, so that the example never breaks', () => {
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
