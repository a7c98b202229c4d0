import type { HistoryPoint, SensorRange } from '@gridloom/contract/monitoring/history'
import { formatMib, formatPercent } from '../../../ui/format/numbers.ts'

/** One chart of a history: its sensor, the format of its values, and its top if fixed. */
export interface HistoryChart {
  readonly title: string
  readonly read: (point: HistoryPoint) => SensorRange | null
  readonly write: (value: number) => string
  readonly top?: number
}

const unit = (word: string) => (value: number) => `${value.toFixed(0)} ${word}`

const throttling: HistoryChart = {
  title: 'Slowed down',
  read: ({ throttled_percent: percent }) =>
    percent === null ? null : { min: percent, avg: percent, max: percent },
  write: formatPercent,
  top: 100,
}

/** The charts of a GPU that has a memory of a size. */
export function gpuCharts(vramMib: number | null): readonly HistoryChart[] {
  const top = vramMib === null ? {} : { top: vramMib }
  return [
    { title: 'Load', read: (point) => point.utilization_percent, write: formatPercent, top: 100 },
    { title: 'Temperature', read: (point) => point.temperature_c, write: unit('°C') },
    { title: 'Power', read: (point) => point.power_w, write: unit('W') },
    { title: 'Memory', read: (point) => point.memory_used_mib, write: formatMib, ...top },
    { title: 'SM clock', read: (point) => point.sm_clock_mhz, write: unit('MHz') },
    { title: 'Memory clock', read: (point) => point.memory_clock_mhz, write: unit('MHz') },
    { title: 'Fan', read: (point) => point.fan_percent, write: formatPercent, top: 100 },
    throttling,
  ]
}

/** The charts of the CPUs and the main memory of a machine. */
export function cpuCharts(memoryMib: number): readonly HistoryChart[] {
  return [
    { title: 'CPU', read: (point) => point.cpu_percent, write: formatPercent, top: 100 },
    {
      title: 'Memory',
      read: (point) => point.memory_used_mib,
      write: formatMib,
      top: memoryMib,
    },
  ]
}
