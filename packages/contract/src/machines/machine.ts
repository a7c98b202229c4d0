import { z } from 'zod'
import { AgentCount, agentLimits } from '../core/agent-limits.ts'
import { MachineId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, PlainLine, Timestamp } from '../core/values.ts'
import { CountryCode } from './countries.ts'
import { GpuBenchmark } from './gpu-benchmark.ts'
import { GpuReading } from './gpu-reading.ts'
import { Benchmark, Hardware } from './hardware.ts'
import { ReservationTerms } from './reservation-terms.ts'

/** A provider's prices. A slot is one GPU with its share of the machine, or one share of its CPUs. */
export const Pricing = z.strictObject({
  gpu_slot_micro_usd_per_hour: MicroUsdPerHour,
  cpu_slot_micro_usd_per_hour: MicroUsdPerHour,
  memory_gib_micro_usd_per_hour: MicroUsdPerHour,
  disk_gb_micro_usd_per_hour: MicroUsdPerHour,
  stopped_disk_gb_micro_usd_per_hour: MicroUsdPerHour,
})
export type Pricing = z.infer<typeof Pricing>

/** `waiting`: enrolled, never connected. `online`: seen within 30 s. `offline`: not seen for longer. */
export const MachineStatus = z.enum(['waiting', 'online', 'offline'])
export type MachineStatus = z.infer<typeof MachineStatus>

/**
 * A problem that keeps a machine from being rented, with its remedy; `hardening_incomplete` is a hint and blocks
 * nothing.
 */
export const MachineProblem = z.strictObject({
  code: z.enum([
    'engine_missing',
    'disk_low',
    'memory_low',
    'offline',
    'agent_old',
    'runtime_missing',
    'gpu_elsewhere',
    'not_isolated',
    'isolation_unknown',
    'hardening_incomplete',
    'stop_overdue',
    'protocol_violation',
    'usage_unreadable',
  ]),
  text: z.string(),
  remedy: z.string(),
})
export type MachineProblem = z.infer<typeof MachineProblem>

/** Live load of a machine as of `at`. */
export const MachineLoad = z.object({
  at: Timestamp,
  cpu_percent: z.number(),
  memory_used_mib: AgentCount,
  disk_free_gb: z.number().min(0).max(10_000_000),
  /** The sensors of its GPUs, as far as their tools answer. Older agents omit it. */
  gpus: z.array(GpuReading).max(agentLimits.gpus).optional(),
})
export type MachineLoad = z.infer<typeof MachineLoad>

/** The share of each of the last 24 hours that a machine was online, oldest first; `null`: no record yet. */
export const UptimeHours = z.array(z.number().min(0).max(100).nullable()).max(24)
export type UptimeHours = z.infer<typeof UptimeHours>

/** The days on which a price changed, oldest first; the first one says what it was before them. */
export const PriceDays = z.array(
  z.strictObject({ day: z.iso.date(), micro_usd_per_hour: MicroUsdPerHour }),
)
export type PriceDays = z.infer<typeof PriceDays>

/** A provider's own view of a machine. */
export const Machine = z.strictObject({
  id: MachineId,
  name: z.string(),
  status: MachineStatus,
  listed: z.boolean(),
  /** Its provider lists it although an essential part of its isolation is missing; offers then say so. */
  list_not_isolated: z.boolean(),
  /** Where it is, as its provider declares; nothing verifies it. `null`: not declared. */
  country: CountryCode.nullable(),
  agent_version: z.string().nullable(),
  enrolled_at: Timestamp,
  connected_at: Timestamp.nullable(),
  last_seen_at: Timestamp.nullable(),
  hardware: Hardware.nullable(),
  load: MachineLoad.nullable(),
  uptime_hours: UptimeHours,
  benchmarks: z.array(Benchmark),
  /** The newest figures of each of its GPUs. */
  gpu_benchmarks: z.array(GpuBenchmark),
  pricing: Pricing,
  /** The lowest bid for a slot with its memory that is accepted; `null`: interruptible instances are not offered. */
  min_bid_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  /** `null`: its slots cannot be reserved. */
  reservation_terms: ReservationTerms.nullable(),
  /** The number of slots that the CPUs are divided into, if the machine has no GPU. */
  cpu_slots: z.int(),
  slots_total: z.int(),
  /** Reserved ones included. */
  slots_rented: z.int(),
  problems: z.array(MachineProblem),
  earned_micro_usd: MicroUsd,
  /** Earnings of each of the last 30 days (UTC) after fees, oldest first; the last one is today. */
  earned_days: z.array(MicroUsd).max(30),
  earning_micro_usd_per_hour: MicroUsd,
  /** The prices of a slot with its memory over the last 30 days, by GPU model; `null` for CPU slots. */
  slot_prices: z.array(z.strictObject({ gpu_model: z.string().nullable(), days: PriceDays })),
})
export type Machine = z.infer<typeof Machine>

export const MachineChange = z.strictObject({
  name: PlainLine.min(1).max(80).optional(),
  listed: z.boolean().optional(),
  list_not_isolated: z.boolean().optional(),
  /** `null` withdraws the declaration. */
  country: CountryCode.nullable().optional(),
  pricing: Pricing.optional(),
  /** `null` accepts no bids. */
  min_bid_micro_usd_per_hour: MicroUsdPerHour.min(1).nullable().optional(),
  /** `null`: no more reservations; those that run stay as they are. */
  reservation_terms: ReservationTerms.nullable().optional(),
  cpu_slots: z.int().min(1).max(256).optional(),
})
export type MachineChange = z.infer<typeof MachineChange>
