/** A time on both clocks: the monotonic one measures, the wall clock bridges restarts of the agent. */
export interface Timestamp {
  monotonicMs: number
  wallMs: number
}

/** `unready`: the container runs and its readiness probe has not passed yet. */
export type Counting = 'ready' | 'unready' | 'stopped' | 'nothing'

/** How long an instance was ready, running but not ready, and stopped, up to `at`. No count ever decreases. */
export interface Meter {
  readyMs: number
  unreadyMs: number
  stoppedMs: number
  counting: Counting
  at: Timestamp
}

/** A meter as it is stored on disk: the monotonic clock means nothing to the next process. */
export interface SavedMeter {
  readyMs: number
  unreadyMs: number
  stoppedMs: number
  counting: Counting
  wallMs: number
}

export function newMeter(now: Timestamp): Meter {
  return { readyMs: 0, unreadyMs: 0, stoppedMs: 0, counting: 'nothing', at: now }
}

/** Adds the time since `meter.at` to what is being counted. */
export function advanceMeter(meter: Meter, now: Timestamp): Meter {
  return addTime({ ...meter, at: now }, Math.max(0, now.monotonicMs - meter.at.monotonicMs))
}

/** Counts up to now, and something else from now on. */
export function switchMeter(meter: Meter, counting: Counting, now: Timestamp): Meter {
  return { ...advanceMeter(meter, now), counting }
}

/** Counts nothing since `meter.at`, and nothing from now on. */
export function pauseMeter(meter: Meter, now: Timestamp): Meter {
  return { ...meter, at: now, counting: 'nothing' }
}

/** Counts up to the end of a container in the past, as the engine reports it, and then nothing. */
export function endMeter(meter: Meter, endedWallMs: number, now: Timestamp): Meter {
  const elapsedMs = Math.max(0, now.monotonicMs - meter.at.monotonicMs)
  const untilEndMs = clamp(endedWallMs - meter.at.wallMs, elapsedMs)
  return { ...addTime({ ...meter, at: now }, untilEndMs), counting: 'nothing' }
}

export function saveMeter(meter: Meter): SavedMeter {
  const { at, ...counts } = meter
  return { ...counts, wallMs: at.wallMs }
}

/**
 * Restores a saved meter after the agent was away. Its `at` is the time of the save, as far in the past as the
 * wall clock shows and never in the future, so that the next `advanceMeter` counts the gap where the container
 * kept running, and `endMeter` the part of it before the container ended.
 */
export function restoreMeter(saved: SavedMeter, now: Timestamp): Meter {
  const { wallMs, ...counts } = saved
  const awayMs = Math.max(0, now.wallMs - wallMs)
  const at = { wallMs: now.wallMs - awayMs, monotonicMs: now.monotonicMs - awayMs }
  return { ...counts, at }
}

function addTime(meter: Meter, ms: number): Meter {
  if (meter.counting === 'ready') return { ...meter, readyMs: meter.readyMs + ms }
  if (meter.counting === 'unready') return { ...meter, unreadyMs: meter.unreadyMs + ms }
  if (meter.counting === 'stopped') return { ...meter, stoppedMs: meter.stoppedMs + ms }
  return meter
}

function clamp(ms: number, mostMs: number): number {
  return Math.min(Math.max(0, ms), mostMs)
}
