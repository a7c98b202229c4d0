import { createTestClock } from '@gridloom/async/test-clock'
import { MachineLoad } from '@gridloom/contract/machines/machine'
import { describe, expect, it } from 'vitest'
import { spaceOf } from '../host/files.ts'
import { busyPercent, createLoadProbe, memoryUsedMib, readMemoryUsedMib } from './read-load.ts'

describe('load', () => {
  it('is the mean of all CPUs since the last sample', () => {
    const before = { busyMs: 1_000, totalMs: 10_000 }
    expect(busyPercent(before, { busyMs: 1_250, totalMs: 11_000 })).toBe(25)
  })

  it('is 0 when no time has passed, and never outside of 0 to 100', () => {
    const before = { busyMs: 1_000, totalMs: 10_000 }
    expect(busyPercent(before, before)).toBe(0)
    expect(busyPercent(before, { busyMs: 9_000, totalMs: 10_500 })).toBe(100)
    expect(busyPercent(before, { busyMs: 900, totalMs: 10_500 })).toBe(0)
  })

  it('counts caches as free memory', () => {
    const meminfo =
      'MemTotal:       8388608 kB\nMemFree:         100000 kB\nMemAvailable:    6291456 kB\n'
    expect(memoryUsedMib(meminfo)).toBe(2_048)
  })

  it('has about the same memory use without /proc/meminfo', async () => {
    const [asked, reported] = [await readMemoryUsedMib('darwin'), await readMemoryUsedMib('linux')]
    expect(Math.abs(asked - reported)).toBeLessThan(1_024)
  })

  it('is read from this machine and matches the contract', async () => {
    const load = await createLoadProbe({
      readSpace: () => spaceOf('/'),
      readGpuSensors: async () => [],
      clock: createTestClock(),
    })()
    expect(MachineLoad.parse(load)).toMatchObject({ at: '2026-01-01T00:00:00.000Z' })
    expect(load.memory_used_mib).toBeGreaterThan(0)
  })
})
