import { describe, expect, it } from 'vitest'
import { EngineStats } from './engine-shapes.ts'
import { usageOf } from './usage.ts'

describe('usageOf', () => {
  it('reads cgroup version 1, without pages that the kernel may drop', () => {
    const usage = usageOf(EngineStats.parse({ ...stats, memory_stats: version1 }))
    expect(usage).toEqual({
      cpuNs: 7_000,
      memoryBytes: 700,
      memoryLimitBytes: 5_000,
      rxBytes: 11,
      txBytes: 22,
      readBytes: 4_096,
      writtenBytes: 8_192,
    })
  })

  it('reads cgroup version 2, with its lower-case names', () => {
    const blocks = [
      { op: 'read', value: 1 },
      { op: 'write', value: 2 },
    ]
    const memory_stats = { usage: 1_000, limit: 5_000, stats: { inactive_file: 400 } }
    const blkio_stats = { io_service_bytes_recursive: blocks }
    const usage = usageOf(EngineStats.parse({ ...stats, memory_stats, blkio_stats }))
    expect(usage).toMatchObject({ memoryBytes: 600, readBytes: 1, writtenBytes: 2 })
  })

  it('is all zero for a container that has just ended', () => {
    const ended = { cpu_stats: { cpu_usage: { total_usage: 0 } }, memory_stats: {} }
    const usage = usageOf(
      EngineStats.parse({ ...ended, blkio_stats: { io_service_bytes_recursive: null } }),
    )
    expect(Object.values(usage)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})

const version1 = {
  usage: 1_000,
  limit: 5_000,
  stats: { total_inactive_file: 300, inactive_file: 1 },
}
const stats = {
  cpu_stats: { cpu_usage: { total_usage: 7_000 } },
  networks: { eth0: { rx_bytes: 10, tx_bytes: 20 }, eth1: { rx_bytes: 1, tx_bytes: 2 } },
  blkio_stats: {
    io_service_bytes_recursive: [
      { op: 'Read', value: 4_096 },
      { op: 'Write', value: 8_192 },
      { op: 'Total', value: 12_288 },
    ],
  },
}
