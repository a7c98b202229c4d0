import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { Benchmark } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { execute } from '../host/execute.ts'
import { parseDdRate } from './disk.ts'
import { createMeasure } from './measure.ts'
import { runKernel } from './run-kernel.ts'

describe('measuring this machine', () => {
  it('returns plausible figures in under 15 seconds and leaves no file behind', async () => {
    await using test = await setup()
    const startedMs = systemClock.monotonicMs()
    const figures = new Map<string, number>()
    for await (const benchmark of test.measure(new AbortController().signal)) {
      const { kind, value } = Benchmark.parse(benchmark)
      figures.set(kind, value)
    }
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(15_000)
    expect(figures.get('cpu_single_mops')).toBeGreaterThan(50)
    expect(figures.get('cpu_multi_mops')).toBeGreaterThan(50)
    expect(figures.get('memory_bandwidth_mb_s')).toBeGreaterThan(500)
    expect(figures.get('disk_write_mb_s')).toBeGreaterThan(1)
    expect(await readdir(test.folder)).toEqual([])
  }, 20_000)

  it('stops when it is aborted, and removes its file', async () => {
    await using test = await setup()
    const stop = new AbortController()
    const startedMs = systemClock.monotonicMs()
    const measuring = (async () => {
      for await (const { kind } of test.measure(stop.signal)) {
        if (kind === 'memory_bandwidth_mb_s') stop.abort()
      }
    })()
    await expect(measuring).rejects.toThrow()
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(15_000)
    expect(await readdir(test.folder)).toEqual([])
  }, 20_000)

  it('stops the thread of a kernel at once when it is aborted', async () => {
    const stop = new AbortController()
    const running = runKernel({ kernel: 'cpu', durationMs: 60_000 }, 1, stop.signal)
    stop.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the output of dd', () => {
  it.each([
    ['268435456 bytes (268 MB, 256 MiB) copied, 0.125 s, 2.1 GB/s', 2_147.483648],
    ['8388608 bytes (8.4 MB, 8.0 MiB) copied, 2 s, 4.2 MB/s', 4.194304],
    ['1048576 bytes (1.0 MB, 1.0 MiB) copied, 5.0e-04 s, 2.1 GB/s', 2_097.152],
  ])('gives the rate when its last line is %s', (line, rate) => {
    expect(parseDdRate(`256+0 records in\n256+0 records out\n${line}\n`)).toBeCloseTo(rate, 3)
  })

  it.each(["dd: failed to open 'x': Invalid argument\n", '0 bytes copied, 0.1 s, 0 B/s\n', ''])(
    'gives no rate when it is %j',
    (stderr) => {
      expect(parseDdRate(stderr)).toBeUndefined()
    },
  )
})

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-measure-'))
  return {
    folder,
    measure: createMeasure({ folder, clock: systemClock, execute }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
