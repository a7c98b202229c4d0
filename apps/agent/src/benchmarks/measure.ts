import { availableParallelism } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import type { Benchmark, BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Execute } from '../host/execute.ts'
import { measureDisk } from './disk.ts'
import { type CpuSample, readCpuSample, wasLoaded } from './foreign-load.ts'
import type { KernelRequest } from './kernel-request.ts'
import { runKernel } from './run-kernel.ts'

/** Measures the machine figure by figure; ends early when the signal aborts. */
export type Measure = (signal: AbortSignal) => AsyncIterable<Benchmark>

export interface MeasureOptions {
  folder: string
  clock: Clock
  execute: Execute
  /** Reads the processor time; tests pass their own. */
  readCpu?: () => CpuSample
}

/** How long the machine is watched before anything is measured. */
const watchedMs = 500
const cpuMs = 1_000
const copyMs = 750
/** More threads do not raise the memory bandwidth, and each allocates two blocks. */
const copyThreadsMax = 4

/**
 * Creates the measurement of four to nine seconds: CPU on one thread and on all, memory, then the disk. Each figure says
 * whether other work used the CPUs, just before or while it was measured; the disk's, during the last kernel.
 * The control plane measures the network itself: a figure that the agent reports could not be trusted.
 */
export function createMeasure(options: MeasureOptions): Measure {
  const { clock, readCpu = readCpuSample } = options
  return async function* measure(signal) {
    const before = readCpu()
    await clock.sleep(watchedMs, signal)
    let isLoaded = wasLoaded(before, readCpu())
    const run = async (request: KernelRequest, threads: number) => {
      const started = readCpu()
      const rate = await runKernel(request, threads, signal)
      isLoaded ||= wasLoaded(started, readCpu())
      return rate
    }
    const dated = (kind: BenchmarkKind, value: number) => figure({ kind, value, clock, isLoaded })
    const threads = availableParallelism()
    const cpu = { kernel: 'cpu', durationMs: cpuMs } as const
    const copy = { kernel: 'copy', durationMs: copyMs } as const
    yield dated('cpu_single_mops', await run(cpu, 1))
    yield dated('cpu_multi_mops', await run(cpu, threads))
    yield dated('memory_bandwidth_mb_s', await run(copy, Math.min(copyThreadsMax, threads)))
    const disk = await measureDisk({ ...options, signal })
    yield dated('disk_write_mb_s', disk.writeMbPerS)
    if (disk.readMbPerS !== undefined) yield dated('disk_read_mb_s', disk.readMbPerS)
  }
}

/** Returns a figure rounded to two decimals, with the time it was measured. */
function figure(measured: {
  kind: BenchmarkKind
  value: number
  clock: Clock
  isLoaded: boolean
}): Benchmark {
  const { kind, value, clock, isLoaded } = measured
  return {
    kind,
    value: Math.round(value * 100) / 100,
    measured_at: clock.now().toISOString(),
    under_load: isLoaded,
  }
}
