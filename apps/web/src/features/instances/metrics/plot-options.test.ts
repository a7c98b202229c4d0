import { describe, expect, it } from 'vitest'
import { chartsOf } from './charts.ts'
import { plotOptions } from './plot-options.ts'

const createdS = Date.parse('2026-11-21T12:00:00.000Z') / 1_000

describe('the options of a chart', () => {
  it('have three ticks up to a fixed top', () => {
    const { options } = setup('CPU')
    expect(options.axes?.[1]?.splits).toEqual([0, 50, 100])
    expect(yRange(options, 12)).toEqual([0, 100])
  })

  it('leave room above the highest value without a fixed top, and span at least 1 KiB', () => {
    const { options } = setup('Network')
    expect(yRange(options, 0)).toEqual([0, 1_024])
    expect(yRange(options, 1_000_000)[1]).toBeGreaterThan(1_000_000)
  })

  it('start the time axis at the creation of the instance', () => {
    const { options } = setup('CPU')
    expect(xRange(options, createdS + 900)).toEqual([createdS, createdS + 900])
  })

  it('label values with their unit', () => {
    expect(labels(setup('CPU').options, [0, 50])).toEqual(['0 %', '50 %'])
    expect(labels(setup('Network').options, [1_024])).toEqual(['1 KiB/s'])
  })

  it('dash the second line of a chart', () => {
    const { options } = setup('Network')
    expect(options.series.slice(1).map(({ dash }) => dash !== undefined)).toEqual([false, true])
  })

  it('show seconds only if ticks are less than a minute apart', () => {
    const { options } = setup('CPU')
    const clocks = (ticks: number[]) => call(options.axes?.[0]?.values, ticks)
    expect(clocks([createdS, createdS + 15]).every((text) => /^\d\d:\d\d:\d\d$/.test(text))).toBe(
      true,
    )
    expect(clocks([createdS, createdS + 60]).every((text) => /^\d\d:\d\d$/.test(text))).toBe(true)
  })

  it('have a readable minimum size, even in an element without one', () => {
    const { options } = setup('CPU')
    expect([options.width, options.height]).toEqual([160, 80])
  })
})

type Options = ReturnType<typeof plotOptions>

function setup(title: string) {
  const charts = chartsOf({ vcpus: 4, memoryLimitBytes: 2 ** 30, gpus: 0 })
  const chart = charts.find((each) => each.title === title)
  if (chart === undefined) throw new TypeError(`no chart ${title}`)
  const element = document.createElement('div')
  return { options: plotOptions({ chart, span: { minutes: 60, createdS }, element }) }
}

/** Calls one of the options' functions without a plot, which none of them reads. */
function call(asked: unknown, ...numbers: unknown[]): string[] {
  if (typeof asked !== 'function') throw new TypeError('not a function of the plot')
  const answer: unknown = asked(undefined, ...numbers)
  return Array.isArray(answer) ? answer : []
}

function xRange({ scales }: Options, newestS: number) {
  return call(scales?.x?.range, createdS + 5, newestS)
}

function yRange({ scales }: Options, highest: number): number[] {
  return call(scales?.y?.range, 0, highest).map(Number)
}

function labels({ axes }: Options, ticks: number[]) {
  return call(axes?.[1]?.values, ticks)
}
