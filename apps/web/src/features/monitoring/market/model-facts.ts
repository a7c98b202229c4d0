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

/** A measured speed beside its specification: `80.1 of 82.6 TFLOPS`, `— of 1,008 GB/s`. */
export function speedWords(
  measured: Span | null,
  specified: number | undefined,
  unit: string,
): string {
  const value = measured === null ? '—' : spanWords(measured, speedNumber)
  if (specified === undefined) return measured === null ? '—' : `${value} ${unit}`
  return `${value} of ${speedNumber(specified)} ${unit}`
}

const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

function speedNumber(value: number): string {
  return oneDigit.format(value < 100 ? value : Math.round(value))
}

function spanWords({ min, max }: Span, write: (value: number) => string): string {
  const [low, high] = [write(min), write(max)]
  return low === high ? low : `${low}–${high}`
}
