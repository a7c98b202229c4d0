import type { MachineLoad } from '@gridloom/contract/machines/machine'
import type { HistoryPoint, SensorRange } from '@gridloom/contract/monitoring/history'
import { nothingMeasured } from '@gridloom/contract/monitoring/nothing-measured'
import { isThrottled } from '@gridloom/domain/gpu-alerts'

const exactly = (value: number | null): SensorRange | null =>
  value === null ? null : { min: value, avg: value, max: value }

/** Adds the loads that arrived since the last minute of a history: of a GPU, or of the CPUs. */
export function withLive(
  points: readonly HistoryPoint[],
  loads: readonly MachineLoad[],
  gpu: string | undefined,
): HistoryPoint[] {
  const lastMs = Date.parse(points.at(-1)?.at ?? '1970-01-01T00:00:00.000Z')
  const fresh = loads.filter(({ at }) => Date.parse(at) > lastMs)
  return [...points, ...fresh.flatMap((load) => pointOf(load, gpu) ?? [])]
}

function pointOf(load: MachineLoad, gpu: string | undefined): HistoryPoint | undefined {
  if (gpu === undefined) {
    const { at, cpu_percent, memory_used_mib } = load
    return {
      ...nothingMeasured,
      at,
      cpu_percent: exactly(cpu_percent),
      memory_used_mib: exactly(memory_used_mib),
    }
  }
  const reading = load.gpus?.find(({ uuid }) => uuid === gpu)
  if (reading === undefined) return undefined
  const slow = isThrottled(reading.throttle_reasons)
  return {
    ...nothingMeasured,
    at: load.at,
    temperature_c: exactly(reading.temperature_c),
    power_w: exactly(reading.power_w),
    utilization_percent: exactly(reading.utilization_percent),
    memory_used_mib: exactly(reading.memory_used_mib),
    sm_clock_mhz: exactly(reading.sm_clock_mhz),
    memory_clock_mhz: exactly(reading.memory_clock_mhz),
    fan_percent: exactly(reading.fan_percent),
    throttled_percent: slow === null ? null : slow ? 100 : 0,
  }
}
