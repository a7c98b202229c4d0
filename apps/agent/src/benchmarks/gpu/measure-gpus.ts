import type { Clock } from '@gridloom/async/clock'
import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import { nvidiaSmiArgv, parseNvidiaSmi } from '../../hardware/gpus/nvidia-smi.ts'
import type { Execute } from '../../host/execute.ts'
import { type GpuState, isInUse, wasDisturbed } from './in-use.ts'
import { runWorker } from './run-worker.ts'
import type { WorkerLine } from './worker-lines.ts'

/** What a measurement of GPUs gave: figures, and why others have none. */
export interface GpuMeasurement {
  figures: GpuBenchmark[]
  /** One sentence for the log for each GPU, or the whole machine, without figures. */
  skipped: string[]
}

/** Measures the GPUs of these ids, or all, as far as nothing uses them. Never throws for what a driver does. */
export type MeasureGpus = (
  uuids: readonly string[] | 'all',
  signal: AbortSignal,
) => Promise<GpuMeasurement>

export interface MeasureGpusOptions {
  execute: Execute
  clock: Pick<Clock, 'now'>
  library: string
}

const toolTimeoutMs = 10_000

/**
 * Creates the measurement of NVIDIA GPUs through their driver, one GPU after the other. Each must be idle before and
 * after; a machine without nvidia-smi, or without the driver's library, has no figures.
 */
export function createMeasureGpus({ execute, clock, library }: MeasureGpusOptions): MeasureGpus {
  const readStates = async (signal: AbortSignal): Promise<GpuState[]> => {
    const { stdout } = await execute(nvidiaSmiArgv, { timeoutMs: toolTimeoutMs, signal })
    return parseNvidiaSmi(stdout)
  }
  return async (uuids, signal) => {
    const before = (await readStates(signal)).filter(
      ({ uuid }) => uuids === 'all' || uuids.includes(uuid),
    )
    const idle = before.filter((gpu) => !isInUse(gpu))
    const busy = before.filter(isInUse).map(({ uuid }) => `${uuid} is in use`)
    if (idle.length === 0) return { figures: [], skipped: busy }
    const asked = idle.map(({ uuid }) => uuid)
    const lines = await runWorker({ execute, library, uuids: asked, signal })
    const after = await readStates(signal)
    const disturbed = idle.filter((gpu) =>
      wasDisturbed(
        gpu,
        after.find(({ uuid }) => uuid === gpu.uuid),
      ),
    )
    const kept = new Set(asked).difference(new Set(disturbed.map(({ uuid }) => uuid)))
    const at = clock.now().toISOString()
    return {
      figures: lines.flatMap((line) => figureOf(line, kept, at)),
      skipped: [
        ...busy,
        ...disturbed.map(({ uuid }) => `${uuid} came into use`),
        ...lines.flatMap(failureOf),
      ],
    }
  }
}

function figureOf(line: WorkerLine, kept: ReadonlySet<string>, at: string): GpuBenchmark[] {
  if (!('value' in line) || !kept.has(line.gpu_uuid)) return []
  const { gpu_uuid, kind, value } = line
  return [{ gpu_uuid, kind, value: Math.round(value * 100) / 100, measured_at: at }]
}

function failureOf(line: WorkerLine): string[] {
  if (!('failed' in line)) return []
  return [line.gpu_uuid === undefined ? line.failed : `${line.gpu_uuid}: ${line.failed}`]
}
