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
    'for all slots of %i threads with %i process ids leaves an eighth to the host',
    (cpuThreads, hostPidMax, vcpus) => {
      const each = pidsMax({ vcpus, cpuThreads, hostPidMax })
      expect(each * (cpuThreads / vcpus)).toBeLessThanOrEqual(hostPidMax * 0.875)
      expect(each).toBeGreaterThan(200)
    },
  )

  it('is at most 4096 and at least 64', () => {
    expect(pidsMax({ vcpus: 8, cpuThreads: 8, hostPidMax: 4_194_304 })).toBe(4_096)
    expect(pidsMax({ vcpus: 0.25, cpuThreads: 512, hostPidMax: 32_768 })).toBe(64)
  })
})

describe('readHostPidMax', () => {
  it('returns the limit of this machine', async () => {
    expect(await readHostPidMax()).toBeGreaterThanOrEqual(1_024)
  })
})
