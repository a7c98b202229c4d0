import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { Timestamp } from '../core/values.ts'

/** One sample of an instance's load as its machine reports it, averaged since the one before. */
export const ReportedSample = z.strictObject({
  at: Timestamp,
  cpu_percent: z.number(),
  memory_bytes: z.int(),
  memory_limit_bytes: z.int(),
  network_rx_bytes_s: z.number(),
  network_tx_bytes_s: z.number(),
  disk_read_bytes_s: z.number(),
  disk_write_bytes_s: z.number(),
  disk_used_bytes: z.int().nullable(),
  gpus: z
    .array(
      z.strictObject({
        uuid: agentText(agentLimits.wordChars),
        utilization_percent: z.number().nullable(),
        memory_used_mib: z.int().nullable(),
        /** Of agents that know it. */
        power_w: z.number().nullable().optional(),
      }),
    )
    .max(agentLimits.gpus),
})
export type ReportedSample = z.infer<typeof ReportedSample>

/** The same for its renter: GPUs are only counted, as their ids identify another user's hardware. */
export const MetricSample = ReportedSample.extend({
  gpus: z.array(ReportedSample.shape.gpus.element.omit({ uuid: true }).extend({ index: z.int() })),
})
export type MetricSample = z.infer<typeof MetricSample>
