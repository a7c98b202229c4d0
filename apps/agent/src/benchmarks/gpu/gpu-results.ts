import { join } from 'node:path'
import { type GpuBenchmark, GpuBenchmarks } from '@gridloom/contract/machines/gpu-benchmark'
import { readTextIfThere, writeWhole } from '../../host/files.ts'

/**
 * The newest figures of each GPU, stored in the data directory. The newest one counts, not the best: a GPU that nothing
 * else uses repeats its figure closely, and one that became slower must not be shown as it was.
 */
export interface GpuResults extends AsyncDisposable {
  all(): GpuBenchmark[]
  record(figures: readonly GpuBenchmark[]): Promise<void>
  onMeasured(listener: () => void): () => void
}

/** Opens the results of a data directory. A damaged file counts as empty. */
export async function openGpuResults(dataDir: string): Promise<GpuResults> {
  const path = join(dataDir, 'gpu-benchmarks.json')
  const newest = new Map<string, GpuBenchmark>()
  const put = (figure: GpuBenchmark) => newest.set(`${figure.gpu_uuid} ${figure.kind}`, figure)
  for (const figure of parse(await readTextIfThere(path))) put(figure)
  const listeners = new Set<() => void>()
  let written: Promise<void> = Promise.resolve()
  let isClosed = false

  return {
    all: () => [...newest.values()],
    record: async (figures) => {
      if (isClosed || figures.length === 0) return
      keepMeasuredNow(newest, figures)
      for (const figure of figures) put(figure)
      for (const listener of listeners) listener()
      const write = () => writeWhole(path, `${JSON.stringify([...newest.values()], null, 2)}\n`)
      written = written.then(write, write)
      await written
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

/** As many GPUs as a report may have: figures of those that were taken out go first. */
function keepMeasuredNow(newest: Map<string, GpuBenchmark>, figures: readonly GpuBenchmark[]) {
  const isOver = () => !GpuBenchmarks.safeParse([...newest.values(), ...figures]).success
  for (const [key] of newest) if (isOver()) newest.delete(key)
}

function parse(text: string | undefined): GpuBenchmark[] {
  if (text === undefined) return []
  try {
    return GpuBenchmarks.parse(JSON.parse(text))
  } catch {
    // @NOTE every figure of a damaged file can be measured again
    return []
  }
}
