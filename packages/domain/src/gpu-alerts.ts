import type { ThrottleReason } from '@gridloom/contract/machines/gpu-reading'
import type { GpuAlertKind, GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'

/** One minute of a GPU's sensors; `null`: not measured. */
export interface GpuMinute {
  readonly atMs: number
  readonly temperatureC: number | null
  /** Whether heat or a fault slows it down. */
  readonly throttled: boolean | null
  /** Uncorrected memory errors since it was made. */
  readonly eccUncorrected: number | null
}

/** Whether a problem lasts, and its value where it has one. */
export interface AlertState {
  readonly lasts: boolean
  /** °C, or the number of new errors; `null` for throttling, and where the problem does not last. */
  readonly value: number | null
}

/** A limit must be reached in this many minutes in a row, and be left for as many. */
const hotMinutes = 3
const slowMinutes = 5
/** How far below its limit a temperature must be for its alert to end. */
const coolerBy = 5

/** The reasons for which a GPU is slower than it should be. A power cap and synchronised clocks are set on purpose. */
const faults: readonly ThrottleReason[] = [
  'hw_slowdown',
  'sw_thermal',
  'hw_thermal',
  'hw_power_brake',
]

/** Whether heat or a fault slows a GPU down; `null`: not known. */
export function isThrottled(reasons: readonly ThrottleReason[] | null): boolean | null {
  return reasons === null ? null : reasons.some((reason) => faults.includes(reason))
}

/**
 * Decides whether a GPU has a problem now. `minutes` are those of the last hour, oldest first. A problem begins only
 * after several bad minutes in a row and ends only after several good ones, so that a value at its limit causes one
 * alert. Missing values change nothing.
 */
export function decideAlert(
  kind: GpuAlertKind,
  minutes: readonly GpuMinute[],
  { settings, lasted }: { settings: GpuAlertSettings; lasted: boolean },
): AlertState {
  switch (kind) {
    case 'temperature':
      return temperatureAlert(minutes, settings.temperature_c, lasted)
    case 'throttling':
      return throttlingAlert(minutes, settings.throttling, lasted)
    case 'ecc':
      return eccAlert(minutes, settings.ecc)
  }
}

const none: AlertState = { lasts: false, value: null }

function temperatureAlert(
  minutes: readonly GpuMinute[],
  limit: number | null,
  lasted: boolean,
): AlertState {
  if (limit === null) return none
  const last = lastValues(minutes, ({ temperatureC }) => temperatureC, hotMinutes)
  if (last.length < hotMinutes) return lasted ? { lasts: true, value: last.at(-1) ?? null } : none
  const lasts = lasted
    ? last.some((degrees) => degrees > limit - coolerBy)
    : last.every((degrees) => degrees >= limit)
  return lasts ? { lasts, value: last.at(-1) ?? null } : none
}

function throttlingAlert(
  minutes: readonly GpuMinute[],
  wanted: boolean,
  lasted: boolean,
): AlertState {
  if (!wanted) return none
  const last = lastValues(minutes, ({ throttled }) => throttled, slowMinutes)
  if (last.length < slowMinutes) return { lasts: lasted, value: null }
  const lasts = lasted ? last.some((slow) => slow) : last.every((slow) => slow)
  return { lasts, value: null }
}

/** Errors that were new within the minutes: the counter's increases. A counter that falls is of another board. */
export function newErrors(minutes: readonly Pick<GpuMinute, 'eccUncorrected'>[]): number {
  const counts = minutes.flatMap(({ eccUncorrected }) => eccUncorrected ?? [])
  return counts.reduce((sum, count, at) => sum + Math.max(0, count - (counts[at - 1] ?? count)), 0)
}

function eccAlert(minutes: readonly GpuMinute[], wanted: boolean): AlertState {
  const errors = wanted ? newErrors(minutes) : 0
  return errors === 0 ? none : { lasts: true, value: errors }
}

function lastValues<T>(
  minutes: readonly GpuMinute[],
  read: (minute: GpuMinute) => T | null,
  count: number,
): T[] {
  return minutes.flatMap((minute) => read(minute) ?? []).slice(-count)
}
