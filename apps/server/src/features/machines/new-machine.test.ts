import { Pricing } from '@gridloom/contract/machines'
import { expect, it } from 'vitest'
import { defaultCpuSlots, defaultPricing, diskOfferedGb } from './new-machine.ts'

it('asks a price that the contract allows', () => {
  expect(Pricing.parse(defaultPricing)).toEqual(defaultPricing)
})

it('makes a CPU slot of each thread, and one before the machine has spoken', () => {
  expect(defaultCpuSlots(null)).toBe(1)
  expect(defaultCpuSlots({ cpu_threads: 12 })).toBe(12)
  expect(defaultCpuSlots({ cpu_threads: 384 })).toBe(256)
})

it.each([
  [{ totalGb: 100, freeGb: 50 }, 45],
  [{ totalGb: 10, freeGb: 5.9 }, 4],
  [{ totalGb: 8_000, freeGb: 8_000 }, 7_980],
  [{ totalGb: 100, freeGb: 3 }, 0],
])('keeps a twentieth of the disk, between 1 and 20 GB, for the host: %j', (disk, offeredGb) => {
  expect(diskOfferedGb(disk)).toBe(offeredGb)
})
