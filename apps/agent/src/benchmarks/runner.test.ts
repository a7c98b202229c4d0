import type { Benchmark, BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { eventually } from '@gridloom/testkit/eventually'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createRentalWatch } from '../host/rental-watch.ts'
import { createBenchmarkRunner } from './runner.ts'

describe('measuring', () => {
  it('records each figure as it is measured', async () => {
    const test = setup()
    test.runner.start()
    test.give('cpu_single_mops')
    await eventually(() => expect(test.recorded()).toEqual(['cpu_single_mops']))
    test.give('cpu_multi_mops')
    await eventually(() => expect(test.recorded()).toEqual(['cpu_single_mops', 'cpu_multi_mops']))
  })

  it('is rejected while the machine is rented', () => {
    const test = setup()
    test.rental.set(true)
    expect(() => test.runner.start()).toThrow('only while the machine is idle')
    expect(test.runs()).toBe(0)
  })

  it('starts once the machine is no longer rented', () => {
    const test = setup()
    test.rental.set(true)
    test.rental.set(false)
    test.runner.start()
    expect(test.runs()).toBe(1)
  })

  it('stops at once when a rental starts, and keeps the figures so far', async () => {
    const test = setup()
    test.runner.start()
    test.give('cpu_single_mops')
    await eventually(() => expect(test.recorded()).toHaveLength(1))
    test.rental.set(true)
    await eventually(() => expect(test.wasStopped()).toBe(true))
    expect(test.recorded()).toEqual(['cpu_single_mops'])
  })

  it('runs once when it is started twice', () => {
    const test = setup()
    test.runner.start()
    test.runner.start()
    expect(test.runs()).toBe(1)
  })

  it('starts automatically only on a machine that lacks a figure', () => {
    const measured = setup({ known: whole })
    measured.runner.startWhenNeverMeasured()
    expect(measured.runs()).toBe(0)
    const half = setup({ known: ['cpu_single_mops'] })
    half.runner.startWhenNeverMeasured()
    expect(half.runs()).toBe(1)
  })

  it('waits until the machine is idle when it is rented at the start', () => {
    const test = setup()
    test.rental.set(true)
    test.runner.startWhenNeverMeasured()
    expect(test.runs()).toBe(0)
    test.rental.set(false)
    expect(test.runs()).toBe(1)
  })

  it('is not retried automatically after it failed', async () => {
    const test = setup({ breaks: true })
    test.runner.startWhenNeverMeasured()
    await eventually(() => expect(test.logged()).toContain('measuring ended early'))
    test.rental.set(true)
    test.rental.set(false)
    expect(test.runs()).toBe(1)
  })

  it('does not start at the end of a rental unless it was requested', () => {
    const test = setup()
    test.rental.set(true)
    test.rental.set(false)
    expect(test.runs()).toBe(0)
  })

  it('measures the GPUs after all else, so that neither slows the other down', async () => {
    const test = setup({ endsAfter: 1 })
    test.runner.start()
    test.give('cpu_single_mops')
    await eventually(() => expect(test.gpusMeasuredAfter()).toEqual(['cpu_single_mops']))
  })

  it('stops with the agent', async () => {
    const test = setup()
    test.runner.start()
    await test.runner[Symbol.asyncDispose]()
    expect(test.wasStopped()).toBe(true)
  })
})

const whole: BenchmarkKind[] = [
  'cpu_single_mops',
  'cpu_multi_mops',
  'memory_bandwidth_mb_s',
  'disk_write_mb_s',
]

interface Machine {
  /** Figures that were measured earlier. */
  known: BenchmarkKind[]
  /** Whether measuring fails on it. */
  breaks: boolean
  /** A measurement ends after this many figures. */
  endsAfter: number
}

/** A runner that measures the figures which the test passes to `give`. */
function setup({ known = [], breaks = false, endsAfter }: Partial<Machine> = {}) {
  const logged: string[] = []
  const rental = createRentalWatch()
  const recorded: Benchmark[] = []
  const waiting: Benchmark[] = []
  let wake = Promise.withResolvers<void>()
  let runs = 0
  let stopped = false
  let gpusMeasuredAfter: BenchmarkKind[] | undefined

  async function* figures(signal: AbortSignal): AsyncGenerator<Benchmark> {
    if (breaks) throw new Error('no space left on device')
    while (!signal.aborted && recorded.length !== endsAfter) {
      const figure = waiting.shift()
      if (figure !== undefined) yield figure
      else await wake.promise
      wake = Promise.withResolvers<void>()
    }
    stopped = true
  }

  const runner = createBenchmarkRunner({
    rental,
    results: {
      has: (kind) => known.includes(kind),
      record: async (benchmark) => void recorded.push(benchmark),
    },
    measure: (signal) => {
      runs += 1
      signal.addEventListener('abort', () => wake.resolve())
      return figures(signal)
    },
    measureGpus: async () => {
      gpusMeasuredAfter = recorded.map(({ kind }) => kind)
    },
    log: pino({}, { write: (line) => void logged.push(line) }),
  })
  return {
    rental,
    runner,
    runs: () => runs,
    logged: () => logged.join(''),
    wasStopped: () => stopped,
    gpusMeasuredAfter: () => gpusMeasuredAfter,
    recorded: () => recorded.map(({ kind }) => kind),
    give: (kind: BenchmarkKind) => {
      waiting.push({ kind, value: 1, measured_at: '2026-01-01T00:00:00.000Z' })
      wake.resolve()
    },
  }
}
