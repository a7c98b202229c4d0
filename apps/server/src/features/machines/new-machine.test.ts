import { Pricing } from '@gridloom/contract/machines/machine'
import { expect, it } from 'vitest'
import { defaultCpuSlots, defaultPricing } from './new-machine.ts'

it('has a default price that the contract allows', () => {
  expect(Pricing.parse(defaultPricing)).toEqual(defaultPricing)
})

it('makes a CPU slot for each thread (at most 256), and one without hardware', () => {
  expect(defaultCpuSlots(null)).toBe(1)
  expect(defaultCpuSlots({ cpu_threads: 12 })).toBe(12)
  expect(defaultCpuSlots({ cpu_threads: 384 })).toBe(256)
})
