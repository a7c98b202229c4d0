import type { Clock } from '@gridloom/async/clock'
import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { Driver, DriverDevice } from './driver.ts'
import { DriverError } from './driver-error.ts'
import { fp32Entry, fp32Ptx, operationsPerTurn, threadsPerBlock } from './kernels.ts'
import { copyGbPerS, medianOf, tflopsOf } from './rates.ts'

/** Each of the two blocks of a copy: together more than any cache, and little beside the memory of a GPU. */
const blockBytesMax = 128 * 1024 * 1024
/** With less free memory, a copy would measure caches. */
const blockBytesMin = 32 * 1024 * 1024
const freeShare = 0.25

/** A GPU takes some time until its clocks are up. */
const warmMs = 250
const timedMs = 350
/** The length of one launch: long beside the overhead of a launch, short beside a display's time-out. */
const launchMs = 15
const firstTurns = 64
const turnsMax = 2 ** 24
const blocksPerProcessor = 8

export type GpuFigures = Partial<Record<GpuBenchmarkKind, number>>

/**
 * Measures one GPU in about 1.2 s: arithmetic, then copies within its memory. Each figure is the median of repetitions
 * after the clocks are up, so that neither a slow start nor a single burst counts.
 */
export function measureDevice(
  driver: Driver,
  device: DriverDevice,
  clock: Pick<Clock, 'monotonicMs'>,
): GpuFigures {
  using _current = driver.use(device)
  const blockBytes = blockBytesOf(driver.freeBytes())
  if (blockBytes < blockBytesMin) return {}
  const [from, to] = [driver.allocate(blockBytes), driver.allocate(blockBytes)]
  const tflops = measureFp32(driver, { device, out: to, clock })
  const copies = copiesFor(driver, { from, to, blockBytes })
  const copyMs = medianTime(() => driver.time(() => copies.run()), clock)
  return {
    gpu_tflops_fp32: tflops,
    gpu_memory_bandwidth_gb_s: copyGbPerS(copies.count * blockBytes, copyMs),
  }
}

/** Whole MiB of the free memory, for each block. */
export function blockBytesOf(freeBytes: number): number {
  const mib = 1024 * 1024
  return Math.min(blockBytesMax, Math.floor((freeBytes * freeShare) / 2 / mib) * mib)
}

function measureFp32(
  driver: Driver,
  given: { device: DriverDevice; out: bigint; clock: Pick<Clock, 'monotonicMs'> },
): number {
  const kernel = driver.kernel(fp32Ptx, fp32Entry)
  const blocks = driver.processors(given.device) * blocksPerProcessor
  const launch = (turns: number) =>
    driver.time(() =>
      driver.launch(kernel, { blocks, threads: threadsPerBlock }, [
        uint64(given.out),
        uint32(turns),
        float32(0.999),
        float32(0.001),
      ]),
    )
  launch(firstTurns)
  const turns = scaled(firstTurns, launch(firstTurns), turnsMax)
  const ms = medianTime(() => launch(turns), given.clock)
  return tflopsOf(blocks * threadsPerBlock * turns * operationsPerTurn, ms)
}

/** As many copies at once as fill one launch. */
function copiesFor(
  driver: Driver,
  { from, to, blockBytes }: { from: bigint; to: bigint; blockBytes: number },
): { count: number; run(): void } {
  const copy = () => driver.copy(to, from, blockBytes)
  driver.time(copy)
  const count = scaled(1, driver.time(copy), 1_000)
  return {
    count,
    run: () => {
      for (let done = 0; done < count; done += 1) copy()
    },
  }
}

/** How much work takes the time of a launch, by the time that some of it took. */
function scaled(work: number, ms: number, most: number): number {
  return Math.max(work, Math.min(most, Math.round((work * launchMs) / Math.max(ms, 0.001))))
}

function medianTime(run: () => number, clock: Pick<Clock, 'monotonicMs'>): number {
  const startedMs = clock.monotonicMs()
  while (clock.monotonicMs() - startedMs < warmMs) run()
  const times: number[] = []
  while (clock.monotonicMs() - startedMs < warmMs + timedMs) times.push(run())
  const ms = medianOf(times) ?? run()
  if (!(ms > 0)) throw new DriverError('the GPU measured no time')
  return ms
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
