import type { Benchmark } from '@gridloom/contract/machines/hardware'

/** Runs agree when they differ by at most this share of the larger one. */
const agreesWithin = 0.1

/** As many idle runs that agree make a figure stable: it is not measured again by itself. */
export const stableRuns = 3

/** The figure of a benchmark, and whether enough idle runs agree on it. */
export interface StableFigure {
  figure: Benchmark
  isStable: boolean
}

/**
 * Chooses the figure among the runs of one benchmark: the median of the fastest that agree. Load can only slow a run
 * down, so the fastest runs come nearest to what the machine can do, and one that no other run confirms is noise. Runs
 * under load count only where there is no other. `undefined` without runs.
 */
export function bestStable(runs: readonly Benchmark[]): StableFigure | undefined {
  const idle = runs.filter((run) => run.under_load !== true)
  const fastest = (idle.length > 0 ? idle : runs).toSorted((one, other) => other.value - one.value)
  const groups = fastest.map((top, place) =>
    fastest.slice(place).filter(({ value }) => value >= top.value * (1 - agreesWithin)),
  )
  const group = groups.find(({ length }) => length > 1) ?? groups[0]
  const median = group?.[Math.floor((group.length - 1) / 2)]
  if (group === undefined || median === undefined) return undefined
  const measured_at = group.map((run) => run.measured_at).reduce(later)
  const isStable = idle.length > 0 && group.length >= stableRuns
  return { figure: { ...median, measured_at, under_load: idle.length === 0 }, isStable }
}

function later(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other
}
