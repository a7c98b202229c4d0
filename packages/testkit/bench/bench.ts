/** One measured value of a bench. */
export interface Figure {
  what: string
  value: number
  unit: 'ms' | 'MiB/s' | '×' | '%' | 'MiB' | 'kB' | 'px' | '/s' | 'points'
  /** The promised limit; absent for a value that is only printed. */
  atMost?: number
  atLeast?: number
}

/** The results of a bench: its figures, and notes on them. */
export interface Findings {
  figures: Figure[]
  notes?: string[]
}

export interface Bench {
  name: string
  /** One sentence on what is measured from where to where. */
  about: string
  /** Runs the bench; `say` prints its progress. */
  run(say: (line: string) => void): Promise<Findings>
}

/** The value that `share` of the samples do not exceed (nearest rank). @throws RangeError without samples */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new RangeError('nothing was measured')
  return value
}

/** p50 and p95 as figures; the limit applies to p95 alone. */
export function spread(what: string, samples: readonly number[], p95AtMost?: number): Figure[] {
  return [
    { what: `${what}, p50`, value: percentile(samples, 0.5), unit: 'ms' },
    {
      what: `${what}, p95`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      ...(p95AtMost === undefined ? {} : { atMost: p95AtMost }),
    },
  ]
}
