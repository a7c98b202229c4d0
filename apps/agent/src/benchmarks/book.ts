import { join } from 'node:path'
import { Benchmark, type BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'

/** The newest figure of each kind, kept in the data directory. */
export interface BenchmarkBook {
  all(): Benchmark[]
  has(kind: BenchmarkKind): boolean
  /** Keeps a figure in place of the older one and tells whoever listens. */
  record(benchmark: Benchmark): Promise<void>
  onMeasured(listener: (benchmark: Benchmark) => void): () => void
  /** Waits for what is being written; figures that come later are dropped. */
  [Symbol.asyncDispose](): Promise<void>
}

const Pages = z.array(Benchmark)

/** Opens the book of a data directory. One that cannot be read is begun anew: figures can be taken again. */
export async function openBenchmarkBook(dataDir: string): Promise<BenchmarkBook> {
  const path = join(dataDir, 'benchmarks.json')
  const pages = new Map<BenchmarkKind, Benchmark>()
  for (const benchmark of parsePages(await readTextIfThere(path))) {
    pages.set(benchmark.kind, benchmark)
  }
  const listeners = new Set<(benchmark: Benchmark) => void>()
  let written: Promise<void> = Promise.resolve()
  let isClosed = false

  function save(): Promise<void> {
    const write = () => writeWhole(path, `${JSON.stringify([...pages.values()], null, 2)}\n`)
    written = written.then(write, write)
    return written
  }

  return {
    all: () => [...pages.values()],
    has: (kind) => pages.has(kind),
    record: async (benchmark) => {
      if (isClosed) return
      pages.set(benchmark.kind, benchmark)
      for (const listener of listeners) listener(benchmark)
      await save()
    },
    onMeasured: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      // @NOTE whoever recorded it has been told that it could not be written
      await written.catch(() => undefined)
    },
  }
}

function parsePages(text: string | undefined): Benchmark[] {
  if (text === undefined) return []
  try {
    return Pages.parse(JSON.parse(text))
  } catch {
    // @NOTE a damaged book holds nothing that cannot be measured again
    return []
  }
}
