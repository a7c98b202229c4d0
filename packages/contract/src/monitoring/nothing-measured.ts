import type { HistoryPoint } from './history.ts'

/** The values of a point of which nothing was measured. */
export const nothingMeasured = {
  cpu_percent: null,
  memory_used_mib: null,
  temperature_c: null,
  power_w: null,
  utilization_percent: null,
  sm_clock_mhz: null,
  memory_clock_mhz: null,
  fan_percent: null,
  throttled_percent: null,
  ecc_errors: null,
} as const satisfies Omit<HistoryPoint, 'at'>
