import { describe, expect, it } from 'vitest'
import { aMetricSample } from '../../../testing/renter-samples.ts'
import { secondsBefore } from '../../../testing/samples.ts'
import { toColumns, withSample } from './chart-series.ts'
import { chartsOf } from './charts.ts'

const cpu = (sample: { cpu_percent: number }) => sample.cpu_percent

describe('columns for a chart', () => {
  it('are seconds and one column for each line', () => {
    const samples = [at(10, 1), at(5, 2), at(0, 3)]
    const [times, first, second] = toColumns(samples, [cpu, () => null])
    expect(times).toEqual(samples.map((sample) => Date.parse(sample.at) / 1_000))
    expect(first).toEqual([1, 2, 3])
    expect(second).toEqual([null, null, null])
  })

  it('are empty for no samples', () => {
    expect(toColumns([], [cpu])).toEqual([[], []])
  })

  it('break the line where the machine was silent', () => {
    const samples = [at(100, 1), at(95, 2), at(90, 3), at(10, 4), at(5, 5)]
    expect(toColumns(samples, [cpu])[1]).toEqual([1, 2, 3, null, 4, 5])
  })

  it('keep the line over a sample that came a little late', () => {
    const samples = [at(30, 1), at(25, 2), at(12, 3), at(7, 4)]
    expect(toColumns(samples, [cpu])[1]).toEqual([1, 2, 3, 4])
  })

  it('know what is usual from the samples: a day’s history has minutes between them', () => {
    const samples = [at(720, 1), at(480, 2), at(240, 3), at(0, 4)]
    expect(toColumns(samples, [cpu])[1]).toEqual([1, 2, 3, 4])
  })

  it('keep times in order even around a break', () => {
    const [times] = toColumns([at(100, 1), at(95, 2), at(10, 3)], [cpu])
    expect([...times].sort((a, b) => a - b)).toEqual(times)
  })
})

describe('a live sample', () => {
  it('is added at the end', () => {
    expect(withSample([at(10, 1)], at(5, 2), 60).map(cpu)).toEqual([1, 2])
  })

  it('is taken once, and never out of order', () => {
    const samples = [at(10, 1), at(5, 2)]
    expect(withSample(samples, at(5, 2), 60)).toHaveLength(2)
    expect(withSample(samples, at(8, 9), 60).map(cpu)).toEqual([1, 2])
  })

  it('pushes out what is older than the window', () => {
    const samples = [at(61 * 60, 1), at(59 * 60, 2)]
    expect(withSample(samples, at(0, 3), 60).map(cpu)).toEqual([2, 3])
  })
})

describe('the charts', () => {
  it('have none for GPUs where there are none', () => {
    expect(titles(0)).toEqual(['CPU', 'Memory', 'Network', 'Disk'])
  })

  it('number the GPUs where there are several', () => {
    expect(titles(1)).toContain('GPU')
    expect(titles(2)).toEqual(['CPU', 'Memory', 'GPU 0', 'GPU 1', 'Network', 'Disk'])
  })

  it('share the CPU among its vCPUs, so that all of them busy is a hundred', () => {
    const [chart] = chartsOf({ vcpus: 4, memoryLimitBytes: 1, gpus: 0 })
    expect(chart?.lines[0]?.read(aMetricSample({ cpu_percent: 400 }))).toBe(100)
  })

  it('read each GPU by its place, and nothing where it is missing', () => {
    const chart = chartsOf({ vcpus: 1, memoryLimitBytes: 1, gpus: 1 })[2]
    const gpu = { index: 0, utilization_percent: 71, memory_used_mib: null }
    expect(chart?.lines[0]?.read(aMetricSample({ gpus: [gpu] }))).toBe(71)
    expect(chart?.lines[0]?.read(aMetricSample())).toBeNull()
  })

  it('tell two lines of one chart apart without colour', () => {
    for (const chart of chartsOf({ vcpus: 1, memoryLimitBytes: 1, gpus: 0 })) {
      expect(new Set(chart.lines.map(({ look }) => look)).size).toBe(chart.lines.length)
    }
  })
})

function at(secondsAgo: number, cpuPercent: number) {
  return aMetricSample({ at: secondsBefore(secondsAgo), cpu_percent: cpuPercent })
}

function titles(gpus: number): string[] {
  return chartsOf({ vcpus: 8, memoryLimitBytes: 1024, gpus }).map(({ title }) => title)
}
