import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import type {
  History,
  HistoryPoint,
  HistoryQuery,
  SensorRange,
} from '@gridloom/contract/monitoring/history'
import { nothingMeasured } from '@gridloom/contract/monitoring/nothing-measured'
import { isThrottled } from '@gridloom/domain/gpu-alerts'
import type { Ctx } from '../../platform/ctx.ts'
import { requireOwnMachine } from '../machines/index.ts'
import { listGpuHours, listLoadHours } from './history-store.ts'
import { listMinutes } from './minutes-store.ts'
import type { MachineMinuteRow } from './schema.ts'

const hourMs = 3_600_000
const monthMs = 30 * 24 * hourMs

/**
 * Returns the history of one of the caller's machines, or of one of its GPUs; a GPU that it never had has no points.
 * @throws Refused `not_found`
 */
export async function readHistory(
  ctx: Ctx,
  { id, span, gpu }: HistoryQuery & { id: MachineId },
): Promise<History> {
  await requireOwnMachine(ctx, id)
  const points = span === 'hour' ? await minutesOf(ctx, id, gpu) : await hoursOf(ctx, id, gpu)
  return { span, gpu: gpu ?? null, points }
}

async function hoursOf(ctx: Ctx, id: MachineId, gpu: string | undefined): Promise<HistoryPoint[]> {
  const since = new Date(ctx.clock.now().getTime() - monthMs)
  const rows =
    gpu === undefined
      ? await listLoadHours(ctx.db, id, since)
      : await listGpuHours(ctx.db, { machineId: id, gpu, since })
  return rows.map((row) => ({ ...nothingMeasured, ...row, at: row.at.toISOString() }))
}

async function minutesOf(
  ctx: Ctx,
  id: MachineId,
  gpu: string | undefined,
): Promise<HistoryPoint[]> {
  const since = new Date(ctx.clock.now().getTime() - hourMs)
  const rows = await listMinutes(ctx.db, [id], since)
  return gpu === undefined ? rows.map(loadPoint) : gpuPoints(rows, gpu)
}

function loadPoint(row: MachineMinuteRow): HistoryPoint {
  return {
    ...nothingMeasured,
    at: row.at.toISOString(),
    cpu_percent: exactly(row.cpu_percent),
    memory_used_mib: exactly(row.memory_used_mib),
  }
}

function gpuPoints(rows: readonly MachineMinuteRow[], uuid: string): HistoryPoint[] {
  let before: number | null = null
  return rows.flatMap(({ at, gpus }) => {
    const reading = gpus.find((one) => one.uuid === uuid)
    if (reading === undefined) return []
    const point = gpuPoint(at, reading, before)
    before = reading.ecc_uncorrected ?? before
    return [point]
  })
}

/** `eccBefore`: the counter in the minute before, without which no error counts as new. */
function gpuPoint(at: Date, reading: GpuReading, eccBefore: number | null): HistoryPoint {
  const slow = isThrottled(reading.throttle_reasons)
  const errors = reading.ecc_uncorrected
  return {
    ...nothingMeasured,
    at: at.toISOString(),
    temperature_c: exactly(reading.temperature_c),
    power_w: exactly(reading.power_w),
    utilization_percent: exactly(reading.utilization_percent),
    memory_used_mib: exactly(reading.memory_used_mib),
    sm_clock_mhz: exactly(reading.sm_clock_mhz),
    memory_clock_mhz: exactly(reading.memory_clock_mhz),
    fan_percent: exactly(reading.fan_percent),
    throttled_percent: slow === null ? null : slow ? 100 : 0,
    ecc_errors: errors === null ? null : Math.max(0, errors - (eccBefore ?? errors)),
  }
}

function exactly(value: number | null): SensorRange | null {
  return value === null ? null : { min: value, avg: value, max: value }
}
