import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openGpuResults } from './gpu-results.ts'
import { createGpuRunner } from './gpu-runner.ts'
import type { GpuMeasurement } from './measure-gpus.ts'

it('keeps the newest figure of each GPU across a restart, also a slower one', async () => {
  await using test = await setup()
  const results = await test.open()
  await results.record([aFigure({ value: 82 }), aFigure({ gpu_uuid: 'GPU-2', value: 40 })])
  await results.record([aFigure({ value: 61 })])
  expect((await test.open()).all().map(({ gpu_uuid, value }) => [gpu_uuid, value])).toEqual([
    ['GPU-1', 61],
    ['GPU-2', 40],
  ])
})

it('never has more figures than a report may have', async () => {
  await using test = await setup()
  const results = await test.open()
  for (let gpu = 0; gpu < 130; gpu += 1) await results.record([aFigure({ gpu_uuid: `GPU-${gpu}` })])
  const all = results.all()
  expect(all.length).toBeLessThanOrEqual(128)
  expect(all.at(-1)).toMatchObject({ gpu_uuid: 'GPU-129' })
})

it('starts empty where the file is damaged', async () => {
  await using test = await setup()
  await writeFile(join(test.folder, 'gpu-benchmarks.json'), '[{"gpu')
  expect((await test.open()).all()).toEqual([])
})

it('measures one request after the other, and goes on after one that failed', async () => {
  await using test = await setup()
  const results = await test.open()
  const asked: string[] = []
  let running = 0
  const measure = async (uuids: readonly string[] | 'all'): Promise<GpuMeasurement> => {
    running += 1
    expect(running).toBe(1)
    await Promise.resolve()
    running -= 1
    asked.push(String(uuids))
    if (uuids === 'all') throw new Error('no such program')
    return { figures: [aFigure({ gpu_uuid: String(uuids) })], skipped: [] }
  }
  await using runner = createGpuRunner({ measure, results, log: pino({ enabled: false }) })
  await Promise.all([runner.measure('all'), runner.measure(['GPU-1']), runner.measure(['GPU-2'])])
  expect(asked).toEqual(['all', 'GPU-1', 'GPU-2'])
  expect(results.all().map(({ gpu_uuid }) => gpu_uuid)).toEqual(['GPU-1', 'GPU-2'])
})

function aFigure(changes: Partial<GpuBenchmark> = {}): GpuBenchmark {
  return {
    gpu_uuid: 'GPU-1',
    kind: 'gpu_tflops_fp32',
    value: 82,
    measured_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-gpu-results-'))
  return {
    folder,
    open: () => openGpuResults(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
