import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { handleValue } from '../link/handle.ts'
import type { Route } from '../link/router.ts'

/** Starts measuring; `start` rejects with 409 while anything on the machine is rented. */
export function benchmarksRoute(start: () => void): Route {
  return handleValue(coreCalls.benchmarks, start)
}

/** Starts measuring some GPUs, as far as nothing uses them. */
export function gpuBenchmarksRoute(start: (uuids: readonly string[]) => void): Route {
  return handleValue(coreCalls.gpuBenchmarks, ({ body }) => start(body.gpu_uuids))
}
