import type { Gpu, Hardware } from '@gridloom/contract/machines/hardware'
import { formatMib } from './numbers.ts'

/** Formats a machine's hardware in one line: `2 × RTX 4090 · 64 threads · 256 GiB`. */
export function hardwareLine(hardware: Hardware): string {
  const gpus = [...Map.groupBy(hardware.gpus, ({ model }) => model)].map(([model, ofModel]) =>
    ofModel.length > 1 ? `${ofModel.length} × ${shortModel(model)}` : shortModel(model),
  )
  return [...gpus, `${hardware.cpu_threads} threads`, formatMib(hardware.memory_mib)].join(' · ')
}

/** Drops the vendor from a GPU's name: `RTX 4090`. */
export function shortModel(model: Gpu['model']): string {
  return model.replace(/^(NVIDIA|AMD|Intel)\s+(Corporation\s+)?(GeForce\s+)?/i, '')
}
