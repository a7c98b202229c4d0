import { describe, expect, it } from 'vitest'
import { isInstanceDiskFull } from './disk-watch.ts'
import { sampleBetween, type UsageAt } from './sample-metrics.ts'

const now = {
  at: '2026-01-01T00:00:00.000Z',
  runningMs: 10_000,
  diskUsedBytes: 5,
  gpuUuids: ['GPU-1', 'GPU-2'],
  gpuUse: [
    { uuid: 'GPU-9', utilization_percent: 7, memory_used_mib: 70 },
    { uuid: 'GPU-2', utilization_percent: 97, memory_used_mib: 61_000 },
  ],
}

describe('sampleBetween', () => {
  it('averages between two readings', () => {
    const sample = sampleBetween(aReading(0, 1_000), aReading(2_000, 5_000), now)
    expect(sample).toMatchObject({
      cpu_percent: 200,
      network_rx_bytes_s: 2_000,
      disk_write_bytes_s: 2_000,
      disk_used_bytes: 5,
    })
  })

  it("reports the instance's own GPUs only, with null where there is no reading", () => {
    expect(sampleBetween(undefined, aReading(0, 1), now).gpus).toEqual([
      { uuid: 'GPU-1', utilization_percent: null, memory_used_mib: null },
      { uuid: 'GPU-2', utilization_percent: 97, memory_used_mib: 61_000 },
    ])
  })

  it('averages since the start where there is no earlier reading', () => {
    expect(sampleBetween(undefined, aReading(0, 20_000), now).network_rx_bytes_s).toBe(2_000)
  })

  it('ignores the counters of an earlier start', () => {
    const earlier = { ...aReading(0, 90_000), startedAt: 'before' }
    expect(sampleBetween(earlier, aReading(1_000, 20_000), now).network_rx_bytes_s).toBe(2_000)
  })

  it('returns no negative load when a counter decreases', () => {
    expect(sampleBetween(aReading(0, 9_000), aReading(1_000, 10), now).cpu_percent).toBe(0)
  })
})

describe('isDiskFull', () => {
  const disk = { writtenBytes: 11, limitBytes: 10, runningMs: 0, fullAtStart: false }

  it('is true at the first byte over the limit, and not before', () => {
    expect(isInstanceDiskFull(disk)).toBe(true)
    expect(isInstanceDiskFull({ ...disk, writtenBytes: 10 })).toBe(false)
  })

  it('is false for a minute on a disk that was full before the start', () => {
    expect(isInstanceDiskFull({ ...disk, fullAtStart: true, runningMs: 60_000 })).toBe(false)
    expect(isInstanceDiskFull({ ...disk, fullAtStart: true, runningMs: 60_001 })).toBe(true)
  })
})

/** Every counter at `count`, processor time at a millisecond per count. */
function aReading(atMs: number, count: number): UsageAt {
  const usage = {
    cpuNs: count * 1e6,
    memoryBytes: 1,
    memoryLimitBytes: 2,
    rxBytes: count,
    txBytes: count,
    readBytes: count,
    writtenBytes: count,
  }
  return { usage, atMs, startedAt: 'now' }
}
