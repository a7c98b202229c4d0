import type { Benchmark } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { bestStable } from './best-stable.ts'

describe('the figure of several runs', () => {
  it('does not depend on the minute it was measured', () => {
    // Four runs of one CPU: the three under load are what a busy minute leaves of it.
    const loaded = [281, 246, 215].map((value) => aRun(value, { under_load: true }))
    expect(figureOf([aRun(602), ...loaded])).toMatchObject({ value: 602, under_load: false })
    expect(figureOf([...loaded, aRun(602), aRun(598)])).toMatchObject({ value: 602 })
  })

  it('is marked as measured under load until an idle run exists', () => {
    const runs = [aRun(215, { under_load: true }), aRun(246, { under_load: true })]
    expect(figureOf(runs)).toMatchObject({ under_load: true })
    expect(bestStable(runs)?.isStable).toBe(false)
    expect(figureOf([...runs, aRun(600)])).toMatchObject({ value: 600, under_load: false })
  })

  it('is the median of the fastest runs that agree, without an outlier that none confirms', () => {
    const runs = [900, 600, 590, 610, 300].map((value) => aRun(value))
    expect(figureOf(runs)).toMatchObject({ value: 600 })
    expect(bestStable(runs)?.isStable).toBe(true)
  })

  it('is stable only once three idle runs agree', () => {
    expect(bestStable([aRun(600), aRun(605)])?.isStable).toBe(false)
    expect(bestStable([aRun(600), aRun(605), aRun(595)])?.isStable).toBe(true)
  })

  it('has the time of the newest run that agrees', () => {
    const runs = [aRun(600, { measured_at: at(1) }), aRun(605, { measured_at: at(9) })]
    expect(figureOf(runs)?.measured_at).toBe(at(9))
  })

  it('is unknown without a run', () => {
    expect(bestStable([])).toBeUndefined()
  })
})

function figureOf(runs: readonly Benchmark[]) {
  return bestStable(runs)?.figure
}

function at(minute: number): string {
  return `2026-01-01T00:0${minute}:00.000Z`
}

function aRun(value: number, change: Partial<Benchmark> = {}): Benchmark {
  return { kind: 'cpu_multi_mops', value, measured_at: at(0), under_load: false, ...change }
}
