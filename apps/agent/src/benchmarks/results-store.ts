import { join } from 'node:path'
import { Benchmark, type BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'

/** The newest figure of each kind, stored in the data directory. */
export interface BenchmarkResults {
  all(): Benchmark[]
  has(kind: BenchmarkKind): boolean
  /** Replaces the older figure of the same kind, and notifies listeners. */
  record(benchmark: Benchmark): Promise<void>
  onMeasured(listener: (benchmark: Benchmark) => void): () => void
  /** Waits for pending writes; figures recorded later are dropped. */
  [Symbol.asyncDispose](): Promise<void>
}

const StoredResults = z.array(Benchmark)

/** Opens the results of a data directory. A damaged file counts as empty: figures can be measured again. */
export async function openBenchmarkResults(dataDir: string): Promise<BenchmarkResults> {
  const path = join(dataDir, 'benchmarks.json')
  const byKind = new Map<BenchmarkKind, Benchmark>()
  for (const benchmark of parseResults(await readTextIfThere(path))) {
    byKind.set(benchmark.kind, benchmark)
  }
  const listeners = new Set<(benchmark: Benchmark) => void>()
  let written: Promise<void> = Promise.resolve()
  let isClosed = false

  function save(): Promise<void> {
    const write = () => writeWhole(path, `${JSON.stringify([...byKind.values()], null, 2)}\n`)
    written = written.then(write, write)
    return written
  }

  return {
    all: () => [...byKind.values()],
    has: (kind) => byKind.has(kind),
    record: async (benchmark) => {
      if (isClosed) return
      byKind.set(benchmark.kind, benchmark)
      for (const listener of listeners) listener(benchmark)
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

function parseResults(text: string | undefined): Benchmark[] {
  if (text === undefined) return []
  try {
    return StoredResults.parse(JSON.parse(text))
  } catch {
    // @NOTE every figure of a damaged file can be measured again
    return []
  }
}
