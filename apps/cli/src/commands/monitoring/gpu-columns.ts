import type { GpuBenchmark, GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Machine } from '@gridloom/contract/machines/machine'
import type { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import type { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { ListColumn } from '../../output/print-list.ts'

/** A GPU of one's own machines. */
interface OwnGpu {
  machine: string
  online: boolean
  gpu: Gpu
  /** `null`: an older agent, or no tool answers. */
  reading: GpuReading | null
  alerts: GpuAlert['kind'][]
  /** Measured, in single precision; `null`: not yet. */
  tflops: number | null
  memory_gb_s: number | null
}

/** All GPUs of the machines, with their newest sensors and their alerts. */
export function ownRows(machines: readonly Machine[], alerts: readonly GpuAlert[]): OwnGpu[] {
  return machines.flatMap(({ id, name, status, hardware, load, gpu_benchmarks: figures }) =>
    (hardware?.gpus ?? []).map((gpu) => ({
      machine: name,
      online: status === 'online',
      gpu,
      reading: load?.gpus?.find(({ uuid }) => uuid === gpu.uuid) ?? null,
      alerts: alerts
        .filter(({ machine_id, gpu_uuid }) => machine_id === id && gpu_uuid === gpu.uuid)
        .map(({ kind }) => kind),
      tflops: figureOf(figures, gpu, 'gpu_tflops_fp32'),
      memory_gb_s: figureOf(figures, gpu, 'gpu_memory_bandwidth_gb_s'),
    })),
  )
}

function figureOf(
  figures: readonly GpuBenchmark[],
  { uuid }: Gpu,
  kind: GpuBenchmarkKind,
): number | null {
  return figures.find((each) => each.gpu_uuid === uuid && each.kind === kind)?.value ?? null
}

export const ownColumns: readonly ListColumn<OwnGpu>[] = [
  { title: 'MACHINE', cutTo: 24, cell: ({ machine }) => ({ text: machine, tone: 'strong' }) },
  { title: 'GPU', cutTo: 30, cell: ({ gpu }) => `${gpu.index} ${gpu.model}` },
  sensor('LOAD', ({ reading, gpu }) => unit((reading ?? gpu).utilization_percent, '%')),
  sensor('TEMP', ({ reading, gpu }) => unit((reading ?? gpu).temperature_c, '°C')),
  sensor('POWER', ({ reading, gpu }) => unit((reading ?? gpu).power_w, 'W')),
  sensor('MEMORY', ({ reading, gpu }) => memory((reading ?? gpu).memory_used_mib, gpu.vram_mib)),
  { ...sensor('CLOCK', ({ reading }) => unit(reading?.sm_clock_mhz ?? null, 'MHz')), dropRank: 1 },
  { title: 'TFLOPS', align: 'right', dropRank: 3, cell: ({ tflops }) => oneDigit(tflops) },
  {
    title: 'GB/S',
    align: 'right',
    dropRank: 4,
    cell: ({ memory_gb_s: speed }) => unit(speed, '').trim(),
  },
  { ...sensor('ECC', ({ reading }) => errors(reading)), dropRank: 2 },
  {
    title: 'STATE',
    cell: ({ online, alerts, reading }) => {
      if (!online) return 'offline'
      if (alerts.length > 0) return { text: alerts.join(', '), tone: 'warning' }
      return reading?.throttle_reasons?.join(', ') || 'ok'
    },
  },
]

export const marketColumns: readonly ListColumn<GpuModel>[] = [
  { title: 'MODEL', cutTo: 36, cell: ({ model }) => ({ text: model, tone: 'strong' }) },
  {
    title: 'MEMORY',
    align: 'right',
    cell: ({ vram_mib: vram }) => (vram === null ? '—' : memory(null, vram.max)),
  },
  { title: 'FREE', align: 'right', cell: ({ free, gpus }) => `${free} of ${gpus}` },
  { title: 'MACHINES', align: 'right', dropRank: 2, cell: ({ machines }) => String(machines) },
  { title: 'FROM', align: 'right', cell: ({ price }) => perHour(price?.lowest_micro_usd_per_hour) },
  {
    title: 'MEDIAN',
    align: 'right',
    dropRank: 1,
    cell: ({ price }) => perHour(price?.median_micro_usd_per_hour),
  },
  {
    title: 'TFLOPS',
    align: 'right',
    cell: ({ gpu_tflops_fp32: tflops }) => oneDigit(tflops?.max ?? null),
  },
  {
    title: 'GB/S',
    align: 'right',
    dropRank: 4,
    cell: ({ gpu_memory_bandwidth_gb_s: speed }) => unit(speed?.max ?? null, '').trim(),
  },
  {
    title: 'RENDER SCORE',
    align: 'right',
    dropRank: 3,
    cell: ({ render_score: score }) => (score === null ? '—' : score.max.toFixed(1)),
  },
]

function oneDigit(value: number | null): string {
  return value === null ? '—' : value.toFixed(1)
}

/** A column of a sensor, without a value while the machine is offline. */
function sensor(title: string, read: (gpu: OwnGpu) => string): ListColumn<OwnGpu> {
  return { title, align: 'right', cell: (gpu) => (gpu.online ? read(gpu) : '—') }
}

function unit(value: number | null, word: string): string {
  return value === null ? '—' : `${value.toFixed(0)} ${word}`
}

function memory(usedMib: number | null, totalMib: number | null): string {
  const bytes = (mib: number) => formatBytes(mib * 1024 ** 2)
  if (totalMib === null) return usedMib === null ? '—' : bytes(usedMib)
  return usedMib === null ? bytes(totalMib) : `${bytes(usedMib)} of ${bytes(totalMib)}`
}

function errors(reading: GpuReading | null): string {
  const { ecc_corrected: corrected, ecc_uncorrected: not } = reading ?? {}
  return not === null || not === undefined ? '—' : `${corrected ?? 0} / ${not}`
}

function perHour(price: number | undefined): string {
  return price === undefined ? '—' : formatPerHour(price)
}
