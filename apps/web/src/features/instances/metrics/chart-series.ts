import type { MetricSample } from '@gridloom/contract/instances/metrics'
import type { Columns } from '../../../ui/charts/use-plot.ts'

/** A distance of more than this many usual ones between two samples is drawn as a gap, not bridged by a line. */
const gapFactor = 4

/** Converts samples to columns over seconds since 1970, with a gap wherever samples are missing for much longer than usual. */
export function toColumns(
  samples: readonly MetricSample[],
  lines: readonly ((sample: MetricSample) => number | null)[],
): Columns {
  const seconds = samples.map((sample) => Date.parse(sample.at) / 1_000)
  const gapS = usualStepS(seconds) * gapFactor
  const times: number[] = []
  const columns: (number | null)[][] = lines.map(() => [])
  for (const [index, sample] of samples.entries()) {
    const at = seconds[index] ?? 0
    const before = times.at(-1)
    if (before !== undefined && at - before > gapS) addBreak(times, columns, before + gapS / 2)
    times.push(at)
    for (const [line, read] of lines.entries()) columns[line]?.push(read(sample))
  }
  return [times, ...columns]
}

function addBreak(times: number[], columns: (number | null)[][], at: number): void {
  times.push(at)
  for (const column of columns) column.push(null)
}

/** Returns the median distance of the samples, since their interval is not known beforehand. */
function usualStepS(seconds: readonly number[]): number {
  const steps = seconds.slice(1).map((at, index) => at - (seconds[index] ?? at))
  const sorted = steps.filter((step) => step > 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 5
}

/** Adds a live sample to the history; drops samples older than the window and ignores repeats. */
export function appendSample(
  samples: readonly MetricSample[],
  fresh: MetricSample,
  windowMinutes: number,
): MetricSample[] {
  const last = samples.at(-1)
  if (last !== undefined && Date.parse(fresh.at) <= Date.parse(last.at)) return [...samples]
  const from = Date.parse(fresh.at) - windowMinutes * 60_000
  return [...samples.filter((sample) => Date.parse(sample.at) >= from), fresh]
}
