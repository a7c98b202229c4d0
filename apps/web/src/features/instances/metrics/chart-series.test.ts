import { describe, expect, it } from 'vitest'
import { aMetricSample } from '../../../testing/renter-samples.ts'
import { secondsBefore } from '../../../testing/samples.ts'
import { appendSample, toColumns } from './chart-series.ts'
import { chartsOf } from './charts.ts'

const cpu = (sample: { cpu_percent: number }) => sample.cpu_percent

describe('the columns of a chart', () => {
  it('are seconds and one column per line', () => {
    const samples = [at(10, 1), at(5, 2), at(0, 3)]
    const [times, first, second] = toColumns(samples, [cpu, () => null])
    expect(times).toEqual(samples.map((sample) => Date.parse(sample.at) / 1_000))
    expect(first).toEqual([1, 2, 3])
    expect(second).toEqual([null, null, null])
  })

  it('are empty without samples', () => {
    expect(toColumns([], [cpu])).toEqual([[], []])
  })

  it('have a gap where samples are missing', () => {
    const samples = [at(100, 1), at(95, 2), at(90, 3), at(10, 4), at(5, 5)]
    expect(toColumns(samples, [cpu])[1]).toEqual([1, 2, 3, null, 4, 5])
  })

  it('have no gap before a slightly late sample', () => {
    const samples = [at(30, 1), at(25, 2), at(12, 3), at(7, 4)]
    expect(toColumns(samples, [cpu])[1]).toEqual([1, 2, 3, 4])
  })

  it('derive the usual distance from the samples, which are minutes apart over a day', () => {
    const samples = [at(720, 1), at(480, 2), at(240, 3), at(0, 4)]
    expect(toColumns(samples, [cpu])[1]).toEqual([1, 2, 3, 4])
  })

  it('keep times in order even around a gap', () => {
    const [times] = toColumns([at(100, 1), at(95, 2), at(10, 3)], [cpu])
    expect([...times].sort((a, b) => a - b)).toEqual(times)
  })
})

describe('a live sample', () => {
  it('is appended', () => {
    expect(appendSample([at(10, 1)], at(5, 2), 60).map(cpu)).toEqual([1, 2])
  })

  it('is ignored if it is a repeat or out of order', () => {
    const samples = [at(10, 1), at(5, 2)]
    expect(appendSample(samples, at(5, 2), 60)).toHaveLength(2)
    expect(appendSample(samples, at(8, 9), 60).map(cpu)).toEqual([1, 2])
  })

  it('drops samples older than the window', () => {
    const samples = [at(61 * 60, 1), at(59 * 60, 2)]
    expect(appendSample(samples, at(0, 3), 60).map(cpu)).toEqual([2, 3])
  })
})

describe('the charts of an instance', () => {
  it('include none for GPUs if there are none', () => {
    expect(titles(0)).toEqual(['CPU', 'Memory', 'Network', 'Disk'])
  })

  it('number the GPUs if there are several', () => {
    expect(titles(1)).toContain('GPU')
    expect(titles(2)).toEqual(['CPU', 'Memory', 'GPU 0', 'GPU 1', 'Network', 'Disk'])
  })

  it('scale the CPU by the vCPUs, so that 100 means all are busy', () => {
    const [chart] = chartsOf({ vcpus: 4, memoryLimitBytes: 1, gpus: 0 })
    expect(chart?.lines[0]?.read(aMetricSample({ cpu_percent: 400 }))).toBe(100)
  })

  it('read each GPU by its index, and null if it is missing', () => {
    const chart = chartsOf({ vcpus: 1, memoryLimitBytes: 1, gpus: 1 })[2]
    const gpu = { index: 0, utilization_percent: 71, memory_used_mib: null }
    expect(chart?.lines[0]?.read(aMetricSample({ gpus: [gpu] }))).toBe(71)
    expect(chart?.lines[0]?.read(aMetricSample())).toBeNull()
  })

  it('distinguish the lines of a chart without colour', () => {
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
