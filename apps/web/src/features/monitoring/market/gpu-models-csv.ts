import type { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { csvQuoted, csvText, csvUsd } from '../../../ui/format/csv.ts'

/** One row per model; what is not known is empty. */
export function gpuModelsCsv(models: readonly GpuModel[]): string {
  const rows = models.map(
    ({ model, gpus, free, machines, vram_mib, price, render_score, ...speed }) => [
      csvQuoted(model),
      String(gpus),
      String(free),
      String(machines),
      String(vram_mib?.max ?? ''),
      price ? csvUsd(price.lowest_micro_usd_per_hour) : '',
      price ? csvUsd(price.median_micro_usd_per_hour) : '',
      String(render_score?.max ?? ''),
      String(speed.gpu_tflops_fp32?.max ?? ''),
      String(speed.gpu_memory_bandwidth_gb_s?.max ?? ''),
    ],
  )
  const head = ['model', 'gpus', 'free', 'machines', 'memory_mib', 'lowest_usd_per_hour']
  return csvText([
    [...head, 'median_usd_per_hour', 'render_score', 'tflops_fp32', 'memory_gb_s'],
    ...rows,
  ])
}
