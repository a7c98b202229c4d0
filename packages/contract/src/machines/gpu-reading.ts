import { z } from 'zod'
import { AgentCount, agentLimits, agentText } from '../core/agent-limits.ts'

/**
 * Why a GPU runs below its full clocks. Source: NVML, `nvmlClocksEventReasons`; idle clocks and settings of the user
 * are left out.
 */
export const ThrottleReason = z.enum([
  'power_cap',
  'hw_slowdown',
  'sync_boost',
  'sw_thermal',
  'hw_thermal',
  'hw_power_brake',
])
export type ThrottleReason = z.infer<typeof ThrottleReason>

const Watts = z.number().min(0).max(100_000)

/** The sensors of one GPU at one time, as its vendor's tool reads them; `null`: the GPU or its tool has no such sensor. */
export const GpuReading = z.object({
  uuid: agentText(agentLimits.wordChars),
  temperature_c: z.number().min(-300).max(1_000).nullable(),
  power_w: Watts.nullable(),
  power_limit_w: Watts.nullable(),
  utilization_percent: z.number().min(0).max(100).nullable(),
  memory_used_mib: AgentCount.nullable(),
  sm_clock_mhz: AgentCount.nullable(),
  memory_clock_mhz: AgentCount.nullable(),
  /** Of the intended speed: some fans exceed it. */
  fan_percent: z.number().min(0).max(1_000).nullable(),
  /** Errors of its memory since it was made, corrected and not. */
  ecc_corrected: AgentCount.nullable(),
  ecc_uncorrected: AgentCount.nullable(),
  throttle_reasons: z.array(ThrottleReason).max(ThrottleReason.options.length).nullable(),
})
export type GpuReading = z.infer<typeof GpuReading>
