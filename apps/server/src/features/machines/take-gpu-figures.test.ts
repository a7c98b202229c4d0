import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import { describe, expect, it } from 'vitest'
import { aGpu } from '../../../test/messages.ts'
import type { StoredGpuFigure } from './gpu-benchmarks-store.ts'
import { shownFigure, takeGpuFigures } from './take-gpu-figures.ts'

const now = new Date('2026-01-02T00:00:00.000Z')
const before = '2026-01-01T00:00:00.000Z'

describe('a reported figure of a GPU', () => {
  it('is taken with what its offer showed, and since when', () => {
    const { figures } = take([aFigure({ value: 61 })], [aFigure({ value: 82 })])
    expect(figures).toEqual([
      { ...aFigure({ value: 61 }), since: now.toISOString(), shown: { value: 82, since: before } },
    ])
  })

  it('keeps the time of its promise while it is about the same', () => {
    const [figure] = take([aFigure({ value: 80 })], [aFigure({ value: 82 })]).figures
    expect(figure?.since).toBe(before)
  })

  it.each([
    ['older than the known one', { measured_at: '2025-12-31T00:00:00.000Z' }],
    ['of a GPU that the machine does not have', { gpu_uuid: 'GPU-9' }],
  ])('is ignored where it is %s', (_, change) => {
    expect(take([aFigure(change)], [aFigure()])).toEqual({ figures: [], implausible: [] })
  })

  it('is refused above what its model can reach, and said so', () => {
    const { figures, implausible } = take([aFigure({ value: 130 })], [])
    expect(figures).toEqual([])
    expect(implausible).toMatchObject([{ kind: 'gpu_tflops_fp32', value: 130 }])
    expect(implausible[0]?.most).toBeCloseTo(82.6 * 1.35)
  })

  it('from the future counts as of now, so that later ones are not kept out', () => {
    const [figure] = take([aFigure({ measured_at: '2099-01-01T00:00:00.000Z' })], []).figures
    expect(figure?.measured_at).toBe(now.toISOString())
  })
})

describe('the figure that an offer shows', () => {
  const gpus = [aGpu(), aGpu({ index: 1, uuid: 'GPU-2' }), aGpu({ uuid: 'GPU-3', model: 'T4' })]

  it('is that of the slowest GPU of a model', () => {
    const stored = [stand({ value: 82 }), stand({ gpu_uuid: 'GPU-2', value: 75 })]
    expect(shownFigure('gpu_tflops_fp32', { gpu: aGpu(), gpus, stored })?.value).toBe(75)
  })

  it('is none until every one is measured', () => {
    const stored = [stand({ value: 82 })]
    expect(shownFigure('gpu_tflops_fp32', { gpu: aGpu(), gpus, stored })).toBeNull()
  })
})

function take(reported: GpuBenchmark[], known: GpuBenchmark[]) {
  const stored = known.map((figure) => stand({ ...figure, measured_at: before }))
  return takeGpuFigures(reported, { gpus: [aGpu()], stored, now })
}

function stand(changes: Partial<GpuBenchmark>): StoredGpuFigure {
  return { ...aFigure({ measured_at: before, ...changes }), since: before }
}

function aFigure(changes: Partial<GpuBenchmark> = {}): GpuBenchmark {
  return {
    gpu_uuid: 'GPU-1',
    kind: 'gpu_tflops_fp32',
    value: 82,
    measured_at: now.toISOString(),
    ...changes,
  }
}
