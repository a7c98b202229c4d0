import type { GpuBenchmark, GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import { plausibleMost } from '@gridloom/domain/gpu-specifications'
import type { StoredGpuFigure } from './gpu-benchmarks-store.ts'

/** A new figure as it is stored, and what the offer of its GPU showed until then. */
export interface TakenGpuFigure extends StoredGpuFigure {
  shown: { value: number; since: string } | null
}

/** What of a report counts. */
export interface TakenGpuFigures {
  figures: TakenGpuFigure[]
  /** Refused: above what a GPU of its model can reach. */
  implausible: { kind: GpuBenchmarkKind; most: number; value: number }[]
}

interface Report {
  gpus: readonly Gpu[]
  stored: readonly StoredGpuFigure[]
  now: Date
}

/** Figures that differ by at most this share are the same promise. */
const sameWithin = 0.1

/**
 * Decides which reported figures of GPUs are new, of GPUs that the machine has, and plausible. A time in the future
 * counts as now, so that it does not keep later figures out. Pure.
 */
export function takeGpuFigures(
  reported: readonly GpuBenchmark[],
  { gpus, stored, now }: Report,
): TakenGpuFigures {
  const taken: TakenGpuFigures = { figures: [], implausible: [] }
  for (const figure of reported) {
    const gpu = gpus.find(({ uuid }) => uuid === figure.gpu_uuid)
    const old = stored.find((known) => isSame(known, figure))
    const at = Math.min(Date.parse(figure.measured_at), now.getTime())
    if (gpu === undefined || (old !== undefined && at <= Date.parse(old.measured_at))) continue
    const { kind, value } = figure
    const most = plausibleMost(gpu.model, kind)
    if (value > most) {
      taken.implausible.push({ kind, most, value })
      continue
    }
    const measured_at = new Date(at).toISOString()
    const isAlike = old !== undefined && Math.abs(value - old.value) <= sameWithin * old.value
    const since = isAlike ? old.since : measured_at
    const shown = shownFigure(kind, { gpu, gpus, stored })
    taken.figures.push({ ...figure, measured_at, since, shown })
  }
  return taken
}

/** The figure of the slowest GPU of a model, once every one is measured: what the offer of them shows. Pure. */
export function shownFigure(
  kind: GpuBenchmarkKind,
  { gpu, gpus, stored }: { gpu: Gpu } & Pick<Report, 'gpus' | 'stored'>,
): { value: number; since: string } | null {
  const alike = gpus.filter(({ model }) => model === gpu.model)
  const figures = alike.flatMap(
    ({ uuid }) => stored.find((known) => isSame(known, { gpu_uuid: uuid, kind })) ?? [],
  )
  const [first, ...others] = figures
  if (first === undefined || figures.length < alike.length) return null
  return others.reduce(
    (shown, { value, since }) => ({
      value: Math.min(shown.value, value),
      since: later(shown.since, since),
    }),
    { value: first.value, since: first.since },
  )
}

function later(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other
}

function isSame(
  one: Pick<GpuBenchmark, 'gpu_uuid' | 'kind'>,
  other: Pick<GpuBenchmark, 'gpu_uuid' | 'kind'>,
): boolean {
  return one.gpu_uuid === other.gpu_uuid && one.kind === other.kind
}
