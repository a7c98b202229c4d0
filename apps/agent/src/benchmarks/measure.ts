import { availableParallelism } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import type { Benchmark, BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Execute } from '../host/execute.ts'
import { measureDisk } from './disk.ts'
import { runKernel } from './run-kernel.ts'

/** Measures the machine figure by figure; ends early when the signal aborts. */
export type Measure = (signal: AbortSignal) => AsyncIterable<Benchmark>

export interface MeasureOptions {
  folder: string
  clock: Clock
  execute: Execute
}

const cpuMs = 1_000
const copyMs = 750
/** More threads do not raise the memory bandwidth, and each allocates two blocks. */
const copyThreadsMax = 4

/**
 * Creates the measurement of four to eight seconds: CPU on one thread and on all, memory, then the disk. The
 * control plane measures the network itself: a figure that the agent reports could not be trusted.
 */
export function createMeasure(options: MeasureOptions): Measure {
  return async function* measure(signal) {
    const threads = availableParallelism()
    const cpu = { kernel: 'cpu', durationMs: cpuMs } as const
    const copy = { kernel: 'copy', durationMs: copyMs } as const
    yield dated('cpu_single_mops', await runKernel(cpu, 1, signal), options.clock)
    yield dated('cpu_multi_mops', await runKernel(cpu, threads, signal), options.clock)
    const copied = await runKernel(copy, Math.min(copyThreadsMax, threads), signal)
    yield dated('memory_bandwidth_mb_s', copied, options.clock)
    const disk = await measureDisk({ ...options, signal })
    yield dated('disk_write_mb_s', disk.writeMbPerS, options.clock)
    if (disk.readMbPerS !== undefined) {
      yield dated('disk_read_mb_s', disk.readMbPerS, options.clock)
    }
  }
}

/** Returns a figure rounded to two decimals, with the time it was measured. */
function dated(kind: BenchmarkKind, value: number, clock: Clock): Benchmark {
  return { kind, value: Math.round(value * 100) / 100, measured_at: clock.now().toISOString() }
}
