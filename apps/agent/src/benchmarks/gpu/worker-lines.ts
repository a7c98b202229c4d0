import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { GpuBenchmarkKind, GpuUuid } from '@gridloom/contract/machines/gpu-benchmark'
import { z } from 'zod'

/** A line of the worker's output. `failed` without a GPU: nothing can be measured. */
const WorkerLine = z.union([
  z.object({ gpu_uuid: GpuUuid, kind: GpuBenchmarkKind, value: z.number().gt(0).max(1e6) }),
  z.object({ gpu_uuid: GpuUuid.optional(), failed: z.string().max(agentLimits.sentenceChars) }),
  z.object({ ready: z.literal(true) }),
])
export type WorkerLine = z.infer<typeof WorkerLine>

const linesMax = agentLimits.gpus * (GpuBenchmarkKind.options.length + 1)

/** Parses the worker's output. What is none of its lines is skipped: a driver may print, too. */
export function parseWorkerLines(output: string): WorkerLine[] {
  return output
    .split('\n')
    .slice(0, linesMax * 2)
    .flatMap((line) => {
      if (!line.startsWith('{')) return []
      try {
        return WorkerLine.safeParse(JSON.parse(line)).data ?? []
      } catch {
        // @NOTE a line that was cut short is none
        return []
      }
    })
    .slice(0, linesMax)
}
