import type { ThrottleReason } from '@gridloom/contract/machines/gpu-reading'

/** A value with its unit; a dash where it was not measured. */
export function withUnit(value: number | null | undefined, unit: string): string {
  return value === null || value === undefined ? '—' : `${value.toFixed(0)} ${unit}`
}

/** Why a GPU runs below its full clocks. */
const reasonWords: Readonly<Record<ThrottleReason, string>> = {
  power_cap: 'Power limit',
  hw_slowdown: 'Hardware slowdown',
  sync_boost: 'Synchronized clocks',
  sw_thermal: 'Heat',
  hw_thermal: 'Overheating',
  hw_power_brake: 'Power supply',
}

/** The reasons for lower clocks in words; `null`: the GPU does not report them. */
export function reasonsWords(reasons: readonly ThrottleReason[] | null): string | null {
  if (reasons === null) return null
  return reasons.length === 0 ? 'Full speed' : reasons.map((one) => reasonWords[one]).join(', ')
}
