import { describe, expect, it } from 'vitest'
import { pidsMax, readHostPidMax } from './pids-max.ts'

describe('pidsMax', () => {
  it.each([
    [2, 32_768, 1],
    [8, 32_768, 1],
    [64, 65_536, 1],
    [16, 32_768, 0.25],
    [256, 4_194_304, 8],
  ])(
    'of all slots of %i threads with %i ids leaves the host its own',
    (cpuThreads, hostPidMax, vcpus) => {
      const each = pidsMax({ vcpus, cpuThreads, hostPidMax })
      expect(each * (cpuThreads / vcpus)).toBeLessThanOrEqual(hostPidMax * 0.875)
      expect(each).toBeGreaterThan(200)
    },
  )

  it('is never more than a program needs, nor too few to start one', () => {
    expect(pidsMax({ vcpus: 8, cpuThreads: 8, hostPidMax: 4_194_304 })).toBe(4_096)
    expect(pidsMax({ vcpus: 0.25, cpuThreads: 512, hostPidMax: 32_768 })).toBe(64)
  })
})

describe('readHostPidMax', () => {
  it('is what this machine has', async () => {
    expect(await readHostPidMax()).toBeGreaterThanOrEqual(1_024)
  })
})
