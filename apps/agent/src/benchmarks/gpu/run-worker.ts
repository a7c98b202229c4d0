import { fileURLToPath } from 'node:url'
import type { Execute } from '../../host/execute.ts'
import { parseWorkerLines, type WorkerLine } from './worker-lines.ts'

/** NVIDIA's driver library, which the driver installs; nothing of the CUDA toolkit is needed. */
export function driverLibrary(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'nvcuda.dll' : 'libcuda.so.1'
}

/** Waking a driver may take seconds, and compiling a kernel a moment. */
const startMs = 15_000
const perGpuMs = 6_000
const outputBytesMax = 64 * 1024

/** The driver keeps nothing that it compiles. It initialises only the GPUs that it may see, and leaves others asleep. */
const environment = { CUDA_CACHE_DISABLE: '1' }

export interface RunWorkerOptions {
  execute: Execute
  library: string
  /** Empty: only check that the library answers. */
  uuids: readonly string[]
  signal?: AbortSignal
}

/** Runs the worker and returns its lines. Where it crashes, hangs or is stopped, the last line says so. */
export async function runWorker({
  execute,
  library,
  uuids,
  signal,
}: RunWorkerOptions): Promise<WorkerLine[]> {
  const ended = await execute([process.execPath, workerFile(), library, ...uuids], {
    timeoutMs: startMs + perGpuMs * uuids.length,
    outputBytesMax,
    env: {
      ...environment,
      ...(uuids.length > 0 && { CUDA_VISIBLE_DEVICES: uuids.join(',') }),
    },
    ...(signal !== undefined && { signal }),
  })
  const lines = parseWorkerLines(ended.stdout)
  if (ended.exitCode === 0) return lines
  return [...lines, { failed: `the measuring process ended: ${ended.failure ?? ended.exitCode}` }]
}

/** The worker's file beside this one: the source, or its build in the agent bundle. */
function workerFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? './worker.ts' : './gpu-worker.mjs', import.meta.url))
}
