import { type Finding, ok, warn } from '../../doctor/finding.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from '../../hardware/gpus/nvidia-smi.ts'
import type { Execute } from '../../host/execute.ts'
import { runWorker } from './run-worker.ts'

const name = 'GPU speed'
const toolTimeoutMs = 10_000

/** Checks that the speed of NVIDIA GPUs can be measured; nothing where there is none. */
export async function inspectGpuLibrary(options: {
  execute: Execute
  library: string
}): Promise<Finding[]> {
  const { stdout } = await options.execute(nvidiaSmiArgv, { timeoutMs: toolTimeoutMs })
  if (parseNvidiaSmi(stdout).length === 0) return []
  const lines = await runWorker({ ...options, uuids: [] })
  const failed = lines.find((line) => 'failed' in line)
  if (failed === undefined) return [ok(name, 'can be measured')]
  return [
    warn(
      name,
      `cannot be measured, so offers show no TFLOPS of this machine. ${failed.failed}`,
      `Install the part of the NVIDIA driver with ${options.library}; on Ubuntu: sudo apt-get install libnvidia-compute-VERSION`,
    ),
  ]
}
