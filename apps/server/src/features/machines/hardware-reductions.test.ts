import { expect, it } from 'vitest'
import { aHardware } from '../../../test/messages.ts'
import { hardwareReductions } from './hardware-reductions.ts'

it('finds what a machine reports less of, and nothing in equal or better hardware', () => {
  const before = { ...aHardware(), cpu_threads: 16, memory_mib: 32_000 }
  expect(hardwareReductions(before, before)).toEqual([])
  expect(hardwareReductions(before, { ...before, cpu_threads: 32, memory_mib: 64_000 })).toEqual([])
  expect(hardwareReductions(before, { ...before, memory_mib: 31_000 })).toEqual([])
  expect(hardwareReductions(before, { ...before, cpu_threads: 8, memory_mib: 16_000 })).toEqual([
    { kind: 'cpu_threads', advertised: 16, measured: 8 },
    { kind: 'memory_mib', advertised: 32_000, measured: 16_000 },
  ])
})
