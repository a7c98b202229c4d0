import { expect, it } from 'vitest'
import { aReading } from '../../../testing/monitoring-samples.ts'
import { withLive } from './live-points.ts'

const load = (at: string, cpu: number) => ({
  at,
  cpu_percent: cpu,
  memory_used_mib: 1,
  disk_free_gb: 1,
  gpus: [aReading({ temperature_c: cpu })],
})

it('adds the loads after the last minute, of the CPUs or of one GPU', () => {
  const loads = [load('2026-11-21T12:00:00.000Z', 10), load('2026-11-21T12:01:10.000Z', 20)]
  const first = withLive([], loads.slice(0, 1), undefined)
  const cpu = withLive(first, loads, undefined)
  expect(cpu.map(({ cpu_percent }) => cpu_percent?.avg)).toEqual([10, 20])
  const gpu = withLive([], loads, 'GPU-0')
  expect(gpu.map(({ temperature_c }) => temperature_c?.avg)).toEqual([10, 20])
  expect(withLive([], loads, 'GPU-9')).toEqual([])
})
