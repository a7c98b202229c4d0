import { heartbeatMs, microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { Instance } from '@gridloom/contract/instances/instance'

const msPerHour = 3_600_000
/** After three missed heartbeats, the shown state is stale. */
export const staleAfterMs = 3 * heartbeatMs

/** A cost to show at one time. */
export interface ShownCost {
  readonly microUsd: number
  /** `ticking`: extrapolated from the last report. `still`: nothing is charged. `stale`: as last reported. */
  readonly mode: 'ticking' | 'still' | 'stale'
}

/**
 * Returns what an instance has cost at `nowMs`. Between heartbeats, the cost is extrapolated at the current price; once
 * the machine is silent, it falls back to the last reported cost, because silence is not charged.
 */
export function costAt(instance: Instance, nowMs: number): ShownCost {
  const booked = instance.cost_micro_usd
  if (instance.state === 'lost') return { microUsd: booked, mode: 'stale' }
  const microUsdPerHour = chargedNow(instance)
  if (microUsdPerHour === 0) return { microUsd: booked, mode: 'still' }
  if (isStale(instance, nowMs)) return { microUsd: booked, mode: 'stale' }
  return {
    microUsd: booked + Math.floor((silentMs(instance, nowMs) * microUsdPerHour) / msPerHour),
    mode: 'ticking',
  }
}

/** Returns the hourly price charged in the present state: running, stopped, or zero while nothing is charged. */
export function chargedNow(instance: Instance): number {
  switch (instance.state) {
    case 'running':
      return instance.charging === null ? 0 : instance.running_micro_usd_per_hour
    case 'stopped':
      return instance.charging === null ? 0 : instance.stopped_micro_usd_per_hour
    default:
      return 0
  }
}

/** Formats a running cost: four decimal places, so that it changes visibly every second; six below a cent. */
export function formatCost(microUsd: number): string {
  if (microUsd === 0) return '$0.00'
  const places = Math.abs(microUsd) < 10_000 ? 6 : 4
  return `$${(microUsd / microUsdPerUsd).toFixed(places).replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

/** Milliseconds since the machine last reported the instance; 0 before its first report or if its clock is ahead. */
export function silentMs(instance: Instance, nowMs: number): number {
  if (instance.last_seen_at === null) return 0
  return Math.max(0, nowMs - Date.parse(instance.last_seen_at))
}

/** Whether the machine's report is overdue. A destroyed instance is never stale. */
export function isStale(instance: Instance, nowMs: number): boolean {
  if (instance.state === 'destroyed' || instance.last_seen_at === null) return false
  return instance.state === 'lost' || silentMs(instance, nowMs) > staleAfterMs
}

/** Seconds of running that are charged; they grow while the instance runs and its machine is online. */
export function uptimeS(instance: Instance, nowMs: number): number {
  if (instance.state !== 'running' || instance.charging === null || isStale(instance, nowMs)) {
    return instance.ready_s
  }
  return instance.ready_s + Math.floor(silentMs(instance, nowMs) / 1_000)
}
