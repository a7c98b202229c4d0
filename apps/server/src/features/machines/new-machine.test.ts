import { Pricing } from '@gridloom/contract/machines/machine'
import { expect, it } from 'vitest'
import { defaultCpuSlots, defaultPricing } from './new-machine.ts'

it('asks a price that the contract allows', () => {
  expect(Pricing.parse(defaultPricing)).toEqual(defaultPricing)
})

it('makes a CPU slot of each thread, and one before the machine has spoken', () => {
  expect(defaultCpuSlots(null)).toBe(1)
  expect(defaultCpuSlots({ cpu_threads: 12 })).toBe(12)
  expect(defaultCpuSlots({ cpu_threads: 384 })).toBe(256)
})
