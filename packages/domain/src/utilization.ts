import type { Utilization } from '@gridloom/contract/dashboard/dashboard'

/** Minutes of slots: those that were rented or could be rented, and the rented ones of them. */
export interface SlotMinutes {
  readonly slots: number
  readonly rented: number
}

/** Returns the rented share in percent, with one decimal; `null` where no slot was rented or could be rented. */
export function utilization(times: readonly SlotMinutes[]): Utilization {
  const slots = times.reduce((sum, time) => sum + time.slots, 0)
  if (slots <= 0) return null
  const rented = times.reduce((sum, time) => sum + time.rented, 0)
  return Math.round(Math.min(1, rented / slots) * 1_000) / 10
}
