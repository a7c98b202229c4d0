import type { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { formatMib } from '../../../ui/format/numbers.ts'

type Span = NonNullable<GpuModel['vram_mib']>

/** The memory of a model; boards of one name may differ: `10 GiB–12 GiB`. */
export function memoryWords({ vram_mib: vram }: Pick<GpuModel, 'vram_mib'>): string {
  return vram === null ? '—' : spanWords(vram, formatMib)
}

/** A measured score: `9.4`, or its range over machines. */
export function scoreWords(score: Span): string {
  return spanWords(score, (value) => value.toFixed(value < 10 ? 1 : 0))
}

function spanWords({ min, max }: Span, write: (value: number) => string): string {
  const [low, high] = [write(min), write(max)]
  return low === high ? low : `${low}–${high}`
}
