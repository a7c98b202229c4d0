import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** `temperature`: at or above the limit. `ecc`: new uncorrected memory errors. `throttling`: slowed down by heat or a fault. */
export const GpuAlertKind = z.enum(['temperature', 'ecc', 'throttling'])
export type GpuAlertKind = z.infer<typeof GpuAlertKind>

/** A problem of a GPU that lasts now. */
export const GpuAlert = z.strictObject({
  machine_id: MachineId,
  gpu_uuid: z.string(),
  gpu_model: z.string(),
  kind: GpuAlertKind,
  since: Timestamp,
  /** °C at the start, or the number of new errors; `null` for throttling. */
  value: z.number().nullable(),
})
export type GpuAlert = z.infer<typeof GpuAlert>

/** Which problems of GPUs their provider is notified of. */
export const GpuAlertSettings = z.strictObject({
  /** The limit in °C, reached for three minutes; `null`: no alert. It ends 5 °C below. */
  temperature_c: z.int().min(40).max(120).nullable(),
  ecc: z.boolean(),
  throttling: z.boolean(),
  /** A GPU causes at most one notice and email of each kind in so many hours. */
  repeat_hours: z.int().min(1).max(168),
})
export type GpuAlertSettings = z.infer<typeof GpuAlertSettings>

export const defaultGpuAlertSettings: GpuAlertSettings = {
  temperature_c: 88,
  ecc: true,
  throttling: true,
  repeat_hours: 6,
}
