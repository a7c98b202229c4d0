import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { percentileOf } from '@gridloom/domain/models/histogram'
import type { Db } from '../../../platform/database/connect.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { Log } from '../../../platform/log.ts'
import type { Measurement } from './attempt.ts'
import { createMinuteStats, type MinuteStats } from './minute-stats.ts'
import { addMinutes, listMinutes, type MinuteRow } from './minute-stats-store.ts'
import { type RollingStats, rollingStatsOf, uptimeOf, windowStarts } from './rolling-stats.ts'

/** The measured speed that routing weighs an endpoint by; `null` before anything was measured. */
export interface Speed {
  readonly firstTokenMs: number | null
  readonly tokensPerS: number | null
  readonly uptime: number | null
}

/** Rolling stats of endpoints: current in memory, written to the database every few seconds. */
export interface EndpointStats extends AsyncDisposable {
  /** Records an answer, or a failure (`null`). */
  record(endpointId: ModelEndpointId, measured: Measurement | null): void
  /** Returns the medians of the last half hour, from memory, at most a second old. */
  speedOf(endpointId: ModelEndpointId): Speed
  /** Returns the stats that are not in the database yet. */
  unwritten(endpointId: ModelEndpointId, now: Date): RollingStats
  /** Loads earlier stats of these endpoints, of this replica and others. */
  load(ids: readonly ModelEndpointId[]): Promise<void>
  flush(): Promise<void>
}

const flushEveryMs = 15_000
const speedKeptMs = 1_000

interface EndpointStatsOptions {
  db: Db
  clock: Clock
  log: Log
}

interface HeldMinutes {
  /** Minutes of the last half hour that are in the database. */
  written: MinuteStats
  /** Minutes that are not in the database yet. */
  fresh: MinuteStats
}

export function createEndpointStats({ db, clock, log }: EndpointStatsOptions): EndpointStats {
  const held: HeldMinutes = { written: createMinuteStats(), fresh: createMinuteStats() }
  const stop = new AbortController()
  const speeds = new Map<ModelEndpointId, { speed: Speed; atMs: number }>()
  const flush = () => writeMinutes({ db, clock }, held)
  const failed = (error: unknown) =>
    log.warn(
      { event: 'endpoint.stats_write_failed', err: error },
      'endpoint stats could not be written; they are retried',
    )
  const loop = repeat({ clock, everyMs: flushEveryMs, signal: stop.signal, work: flush, failed })
  return {
    record: (endpointId, measured) => held.fresh.record(endpointId, measured, clock.now()),
    speedOf(endpointId) {
      const known = speeds.get(endpointId)
      const nowMs = clock.monotonicMs()
      if (known !== undefined && nowMs < known.atMs + speedKeptMs) return known.speed
      const minutes = [...held.written.of(endpointId), ...held.fresh.of(endpointId)]
      const speed = speedFrom(minutes, clock.now())
      speeds.set(endpointId, { speed, atMs: nowMs })
      return speed
    },
    unwritten: (endpointId, now) => rollingStatsOf(held.fresh.of(endpointId), now),
    async load(ids) {
      const unknown = ids.filter((id) => held.written.of(id).length === 0)
      held.written.add(
        await listMinutes(db, { ids: unknown, since: windowStarts(clock.now()).m30 }),
      )
    },
    flush,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await loop
      // @NOTE stats of the last seconds are lost if the database is unavailable; nothing depends on them.
      await flush().catch(failed)
    },
  }
}

/** Writes fresh minutes; if a write fails, they stay in memory for the next one. */
async function writeMinutes(
  { db, clock }: Pick<EndpointStatsOptions, 'db' | 'clock'>,
  held: HeldMinutes,
): Promise<void> {
  const now = clock.now()
  const rows = held.fresh.all()
  if (rows.length > 0) {
    const since = createMinuteStats()
    const before = held.fresh
    held.fresh = joined(before, since)
    try {
      await transact(db, (tx) => addMinutes(tx, rows))
      held.fresh = since
      held.written.add(rows)
    } catch (error) {
      before.add(since.all())
      held.fresh = before
      throw error
    }
  }
  held.written.dropBefore(windowStarts(now).m30)
}

/** Reads from both, and records into the second. */
function joined(before: MinuteStats, since: MinuteStats): MinuteStats {
  return {
    ...since,
    of: (id) => [...before.of(id), ...since.of(id)],
    all: () => [...before.all(), ...since.all()],
  }
}

function speedFrom(minutes: readonly MinuteRow[], now: Date): Speed {
  const { firstTokenMs, tokensPerS, m30 } = rollingStatsOf(minutes, now)
  return {
    firstTokenMs: percentileOf(firstTokenMs, 0.5),
    tokensPerS: percentileOf(tokensPerS, 0.5),
    uptime: uptimeOf(m30),
  }
}
