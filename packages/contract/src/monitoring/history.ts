import { z } from 'zod'
import { agentLimits } from '../core/agent-limits.ts'
import { Timestamp } from '../core/values.ts'

/** `hour`: a point for each minute of the last hour. `month`: one for each hour of the last 30 days. */
export const HistorySpan = z.enum(['hour', 'month'])
export type HistorySpan = z.infer<typeof HistorySpan>

/** The values of a sensor in one point: all three are the same for a minute. */
export const SensorRange = z.strictObject({ min: z.number(), avg: z.number(), max: z.number() })
export type SensorRange = z.infer<typeof SensorRange>

/** The sensors of which a history is kept, with their units in the names. */
export const sensors = [
  'cpu_percent',
  'memory_used_mib',
  'temperature_c',
  'power_w',
  'utilization_percent',
  'sm_clock_mhz',
  'memory_clock_mhz',
  'fan_percent',
] as const

const Value = SensorRange.nullable()

/**
 * One point of a history. Of a machine: `cpu_percent` and `memory_used_mib` of its main memory. Of a GPU: all others, and
 * `memory_used_mib` of its own. `null`: not measured.
 */
export const HistoryPoint = z.strictObject({
  /** The start of its minute or hour. */
  at: Timestamp,
  cpu_percent: Value,
  memory_used_mib: Value,
  temperature_c: Value,
  power_w: Value,
  utilization_percent: Value,
  sm_clock_mhz: Value,
  memory_clock_mhz: Value,
  fan_percent: Value,
  /** The share of the point's minutes in which heat or a fault slowed the GPU down. */
  throttled_percent: z.number().min(0).max(100).nullable(),
  /** Uncorrected memory errors that were new in the point. */
  ecc_errors: z.int().min(0).nullable(),
})
export type HistoryPoint = z.infer<typeof HistoryPoint>

export const HistoryQuery = z.strictObject({
  span: HistorySpan.default('hour'),
  /** The id of a GPU of the machine; without: its CPUs and main memory. */
  gpu: z.string().min(1).max(agentLimits.wordChars).optional(),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

/** The history of a machine or of one GPU, oldest first. Minutes and hours without a report have no point. */
export const History = z.strictObject({
  span: HistorySpan,
  gpu: z.string().nullable(),
  points: z.array(HistoryPoint).max(720),
})
export type History = z.infer<typeof History>
