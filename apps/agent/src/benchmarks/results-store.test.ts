import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { openBenchmarkResults } from './results-store.ts'

describe('a store of benchmark results', () => {
  it('keeps the best figure of each kind across a restart', async () => {
    await using test = await setup()
    const results = await test.open()
    await results.record(aFigure({ value: 2 }))
    await results.record(aFigure({ value: 1 }))
    await results.record(aFigure({ kind: 'disk_read_mb_s', value: 3 }))
    const again = await test.open()
    expect(again.all().map(({ kind, value }) => [kind, value])).toEqual([
      ['cpu_single_mops', 2],
      ['disk_read_mb_s', 3],
    ])
  })

  it('notifies of a changed figure, not of a slower run', async () => {
    await using test = await setup()
    const results = await test.open()
    const received: (boolean | undefined)[] = []
    results.onMeasured(({ under_load }) => received.push(under_load))
    await results.record(aFigure({ value: 5, under_load: true }))
    await results.record(aFigure({ value: 9, under_load: false }))
    await results.record(aFigure({ value: 4, under_load: true }))
    expect(received).toEqual([true, false])
  })

  it('keeps eight runs, and lets those under load go first', async () => {
    await using test = await setup()
    const results = await test.open()
    await results.record(aFigure({ value: 600, under_load: false }))
    for (let run = 0; run < 20; run += 1) {
      await results.record(aFigure({ value: 200 + run, under_load: true }))
    }
    expect((await test.open()).all()).toMatchObject([{ value: 600, under_load: false }])
  })

  it('is stable once three idle runs of every benchmark agree', async () => {
    await using test = await setup()
    const results = await test.open()
    expect(results.isStable()).toBe(false)
    for (const value of [600, 605]) await results.record(aFigure({ value }))
    expect(results.isStable()).toBe(false)
    await results.record(aFigure({ value: 595 }))
    expect(results.isStable()).toBe(true)
  })

  it('starts empty on other hardware', async () => {
    await using test = await setup()
    await (await test.open()).record(aFigure())
    expect((await test.open('Test CPU × 16')).all()).toEqual([])
  })

  it('notifies listeners until they unsubscribe', async () => {
    await using test = await setup()
    const results = await test.open()
    const received: number[] = []
    const end = results.onMeasured(({ value }) => received.push(value))
    await results.record(aFigure({ value: 1 }))
    end()
    await results.record(aFigure({ value: 2 }))
    expect(received).toEqual([1])
  })

  it('writes figures that are recorded at once one after the other', async () => {
    await using test = await setup()
    const results = await test.open()
    await Promise.all([1, 2, 3, 4, 5].map((value) => results.record(aFigure({ value }))))
    expect((await test.open()).all()).toMatchObject([{ value: 5 }])
  })

  it('finishes writing when it is closed, and writes nothing after', async () => {
    await using test = await setup()
    const results = await test.open()
    const recording = results.record(aFigure({ value: 1 }))
    await results[Symbol.asyncDispose]()
    await results.record(aFigure({ value: 2 }))
    expect((await test.open()).all()).toMatchObject([{ value: 1 }])
    await recording
  })

  it('starts empty where the file is damaged', async () => {
    await using test = await setup()
    await writeFile(join(test.folder, 'benchmarks.json'), '[{"kind": "cpu')
    const results = await test.open()
    expect(results.has('cpu_single_mops')).toBe(false)
    await results.record(aFigure())
    expect((await test.open()).has('cpu_single_mops')).toBe(true)
  })
})

function aFigure(changes: Partial<Benchmark> = {}): Benchmark {
  return {
    kind: 'cpu_single_mops',
    value: 1,
    measured_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-results-'))
  return {
    folder,
    open: (cpu = 'Test CPU × 8') => openBenchmarkResults(folder, cpu),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
