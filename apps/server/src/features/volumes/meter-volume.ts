import type { VolumeRow } from './schema.ts'

/** The seconds that are charged now, and the meter after them. */
export interface MeteredVolume {
  seconds: number
  from: Date
  change: Pick<VolumeRow, 'metered_s' | 'metered_at' | 'metered_online_ms'>
}

/**
 * Counts the time since the last charge in which the machine was online, and never more than passed by our clock. What
 * is left of a second counts next time. A volume that is kept without payment counts nothing. Pure.
 */
export function meterVolume(
  row: Pick<VolumeRow, 'metered_s' | 'metered_at' | 'metered_online_ms' | 'kept_until'>,
  { onlineMs, now }: { onlineMs: number; now: Date },
): MeteredVolume {
  const from = row.metered_at ?? now
  const elapsedMs = now.getTime() - from.getTime()
  const onlineFromMs = row.metered_online_ms ?? onlineMs
  const countedMs = Math.max(0, Math.min(elapsedMs, onlineMs - onlineFromMs))
  const seconds = row.kept_until === null ? Math.floor(countedMs / 1_000) : 0
  const restMs = row.kept_until === null ? countedMs - seconds * 1_000 : 0
  const change = {
    metered_s: row.metered_s + seconds,
    metered_at: new Date(Math.max(from.getTime(), now.getTime() - restMs)),
    metered_online_ms: Math.max(onlineFromMs, onlineMs - restMs),
  }
  return { seconds, from, change }
}
