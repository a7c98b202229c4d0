import type { MicroUsd } from '@gridloom/contract/core/values'
import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import type { Benchmark } from '@gridloom/contract/machines/hardware'
import type { Machine } from '@gridloom/contract/machines/machine'
import { uptimeHours } from '@gridloom/domain/uptime-hours'
import { pricingOf, type SlotPrices, termsOf } from '../market/index.ts'
import { machineProblemsOf, type Violation } from './machine-problems.ts'
import type { MachineWithHeartbeat } from './machines-store.ts'
import { defaultCpuSlots } from './new-machine.ts'

/** Returns the view of a row for its provider. `earningMicroUsdPerHour`: from current rentals, fees deducted. */
export function machineView(
  row: MachineWithHeartbeat,
  given: {
    benchmarks: Benchmark[]
    gpuBenchmarks: GpuBenchmark[]
    earnedMicroUsd: MicroUsd
    earnedDays: MicroUsd[]
    earningMicroUsdPerHour: MicroUsd
    slotPrices: SlotPrices
    now: Date
  },
): Machine {
  const cpuSlots = row.cpu_slots ?? defaultCpuSlots(row.hardware)
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    listed: row.listed,
    list_not_isolated: row.list_not_isolated,
    country: row.country,
    agent_version: row.agent_version,
    enrolled_at: row.enrolled_at.toISOString(),
    connected_at: row.connected_at?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    hardware: row.hardware,
    load: row.load,
    uptime_hours: uptimeHours(row.hours, { at: given.now, online_ms: row.online_ms }),
    benchmarks: given.benchmarks,
    gpu_benchmarks: given.gpuBenchmarks,
    pricing: pricingOf(row),
    min_bid_micro_usd_per_hour: row.min_bid_micro_usd_per_hour,
    reservation_terms: termsOf(row),
    cpu_slots: cpuSlots,
    slots_total: row.slots_total,
    slots_rented: row.slots_rented,
    problems: machineProblemsOf({
      status: row.status,
      hardware: row.hardware,
      agentProtocol: row.agent_protocol,
      cpuSlots,
      diskOfferedGb: row.disk_offered_gb,
      gpusElsewhere: row.gpus_elsewhere,
      listNotIsolated: row.list_not_isolated,
      stopOverdueSince: row.stop_overdue_since,
      violation: recentViolation(row, given.now),
    }),
    earned_micro_usd: given.earnedMicroUsd,
    earned_days: given.earnedDays,
    earning_micro_usd_per_hour: given.earningMicroUsdPerHour,
    slot_prices: given.slotPrices,
  }
}

/** How long a protocol violation is shown. */
const violationShownMs = 24 * 60 * 60 * 1_000

function recentViolation(
  { violation, violated_at: at }: MachineWithHeartbeat,
  now: Date,
): Violation | null {
  if (violation === null || at === null) return null
  return now.getTime() - at.getTime() < violationShownMs ? { kind: violation, at } : null
}
