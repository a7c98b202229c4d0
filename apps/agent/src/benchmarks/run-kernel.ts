import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { KernelRequest } from './kernel-request.ts'

/**
 * Runs one kernel on `threads` threads at once and returns the sum of their rates. Worker threads keep the
 * agent responsive meanwhile; aborting terminates them at once.
 */
export async function runKernel(
  request: KernelRequest,
  threads: number,
  signal: AbortSignal,
): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: threads }, () => runInWorker(request, signal)),
  )
  return rates.reduce((sum, rate) => sum + rate, 0)
}

/** The worker's file beside this one: the source, or its build in the agent bundle. */
const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.mjs'

async function runInWorker(request: KernelRequest, signal: AbortSignal): Promise<number> {
  const worker = new Worker(new URL(workerFile, import.meta.url), { workerData: request })
  try {
    const [rate] = await once(worker, 'message', { signal })
    return z.number().parse(rate)
  } finally {
    await worker.terminate()
  }
}
