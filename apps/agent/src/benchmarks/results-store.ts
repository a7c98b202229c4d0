import { join } from 'node:path'
import { Benchmark, type BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'
import { bestStable } from './best-stable.ts'

/** The runs of each benchmark, stored in the data directory, and the figure that they amount to. */
export interface BenchmarkResults {
  /** The figure of each benchmark that was ever run. */
  all(): Benchmark[]
  has(kind: BenchmarkKind): boolean
  /** Whether enough idle runs agree on every figure. */
  isStable(): boolean
  /** Adds a run, and notifies listeners if the figure changes by it. */
  record(run: Benchmark): Promise<void>
  onMeasured(listener: (benchmark: Benchmark) => void): () => void
  /** Waits for pending writes; runs recorded later are dropped. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Of each benchmark, this many runs are kept. */
const runsMax = 8

/** Runs of other hardware say nothing about this one: `cpu` names what they were measured on. */
const StoredRuns = z.object({ cpu: z.string(), runs: z.array(Benchmark) })

/**
 * Opens the results of a data directory for a CPU, such as `AMD EPYC 7543 × 64`. A damaged file counts as empty, and so
 * does one from other hardware: figures can be measured again.
 */
export async function openBenchmarkResults(
  dataDir: string,
  cpu: string,
): Promise<BenchmarkResults> {
  const path = join(dataDir, 'benchmarks.json')
  const byKind = new Map<BenchmarkKind, Benchmark[]>()
  for (const run of parseRuns(await readTextIfThere(path), cpu)) addRun(byKind, run)
  const listeners = new Set<(benchmark: Benchmark) => void>()
  let written: Promise<void> = Promise.resolve()
  let isClosed = false
  const best = (kind: BenchmarkKind) => bestStable(byKind.get(kind) ?? [])

  function save(): Promise<void> {
    const stored = { cpu, runs: [...byKind.values()].flat() }
    const write = () => writeWhole(path, `${JSON.stringify(stored, null, 2)}\n`)
    written = written.then(write, write)
    return written
  }

  return {
    all: () => [...byKind.keys()].flatMap((kind) => best(kind)?.figure ?? []),
    has: (kind) => byKind.has(kind),
    isStable: () => byKind.size > 0 && [...byKind.keys()].every((kind) => best(kind)?.isStable),
    record: async (run) => {
      if (isClosed) return
      const before = best(run.kind)?.figure
      addRun(byKind, run)
      const figure = best(run.kind)?.figure
      if (figure !== undefined && !isSame(figure, before)) {
        for (const listener of listeners) listener(figure)
      }
      await save()
    },
    onMeasured: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      // @NOTE the caller of `record` got the error
      await written.catch(() => undefined)
    },
  }
}

/** Adds a run; beyond the limit the oldest one under load goes first, then the oldest one. */
function addRun(byKind: Map<BenchmarkKind, Benchmark[]>, run: Benchmark): void {
  const runs = [...(byKind.get(run.kind) ?? []), run]
  if (runs.length > runsMax) {
    const loaded = runs.findIndex(({ under_load }) => under_load === true)
    runs.splice(Math.max(0, loaded), 1)
  }
  byKind.set(run.kind, runs)
}

function isSame(one: Benchmark, other: Benchmark | undefined): boolean {
  return (
    one.value === other?.value &&
    one.under_load === other.under_load &&
    one.measured_at === other.measured_at
  )
}

function parseRuns(text: string | undefined, cpu: string): Benchmark[] {
  if (text === undefined) return []
  try {
    const stored = StoredRuns.parse(JSON.parse(text))
    return stored.cpu === cpu ? stored.runs : []
  } catch {
    // @NOTE every figure of a damaged file can be measured again
    return []
  }
}
