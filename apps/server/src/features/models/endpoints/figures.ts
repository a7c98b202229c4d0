import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { percentileOf } from '@gridloom/domain/models/histogram'
import type { Db } from '../../../platform/database/connect.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { Log } from '../../../platform/log.ts'
import type { Measured } from '../ports.ts'
import { createMinutes, type Minutes } from './minutes.ts'
import { addMinutes, listMinutes, type MinuteRow } from './minutes-store.ts'
import { beginningsAt, uptimeOf, type Windows, windowsOf } from './windows.ts'

/** What routing weighs an endpoint by; `null` before anything was measured. */
export interface Speed {
  readonly firstTokenMs: number | null
  readonly tokensPerS: number | null
  readonly uptime: number | null
}

/** What endpoints are measured to do: in memory at once, and in the database every so often. */
export interface Figures extends AsyncDisposable {
  /** Counts an answer, or a failure (`null`). */
  note(endpointId: ModelEndpointId, measured: Measured | null): void
  /** The last half hour, from memory, to a second. */
  speedOf(endpointId: ModelEndpointId): Speed
  /** What the database does not have yet. */
  unwritten(endpointId: ModelEndpointId, now: Date): Windows
  /** Takes into memory what was measured before, here or elsewhere. */
  recall(ids: readonly ModelEndpointId[]): Promise<void>
  flush(): Promise<void>
}

const flushEveryMs = 15_000
const speedKeptMs = 1_000

interface Options {
  db: Db
  clock: Clock
  log: Log
}

interface Kept {
  /** What the database has, of the last half hour. */
  written: Minutes
  /** What it does not have. */
  fresh: Minutes
}

export function createFigures({ db, clock, log }: Options): Figures {
  const kept: Kept = { written: createMinutes(), fresh: createMinutes() }
  const stop = new AbortController()
  const speeds = new Map<ModelEndpointId, { speed: Speed; atMs: number }>()
  const flush = () => writeDown({ db, clock }, kept)
  const failed = (error: unknown) => log.warn({ err: error }, 'figures could not be written yet')
  const loop = repeat({ clock, everyMs: flushEveryMs, signal: stop.signal, work: flush, failed })
  return {
    note: (endpointId, measured) => kept.fresh.note(endpointId, measured, clock.now()),
    speedOf(endpointId) {
      const known = speeds.get(endpointId)
      const nowMs = clock.monotonicMs()
      if (known !== undefined && nowMs < known.atMs + speedKeptMs) return known.speed
      const minutes = [...kept.written.of(endpointId), ...kept.fresh.of(endpointId)]
      const speed = speedFrom(minutes, clock.now())
      speeds.set(endpointId, { speed, atMs: nowMs })
      return speed
    },
    unwritten: (endpointId, now) => windowsOf(kept.fresh.of(endpointId), now),
    async recall(ids) {
      const unknown = ids.filter((id) => kept.written.of(id).length === 0)
      kept.written.add(
        await listMinutes(db, { ids: unknown, since: beginningsAt(clock.now()).m30 }),
      )
    },
    flush,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await loop
      // @NOTE figures of the last seconds are lost with a database that is gone; nothing hangs on them.
      await flush().catch(failed)
    },
  }
}

/** What fails stays in memory for the next time. */
async function writeDown({ db, clock }: Pick<Options, 'db' | 'clock'>, kept: Kept): Promise<void> {
  const now = clock.now()
  const rows = kept.fresh.all()
  if (rows.length > 0) {
    const since = createMinutes()
    const before = kept.fresh
    kept.fresh = joined(before, since)
    try {
      await transact(db, (tx) => addMinutes(tx, rows))
      kept.fresh = since
      kept.written.add(rows)
    } catch (error) {
      before.add(since.all())
      kept.fresh = before
      throw error
    }
  }
  kept.written.dropBefore(beginningsAt(now).m30)
}

/** Reads both, and counts into the second. */
function joined(before: Minutes, since: Minutes): Minutes {
  return {
    ...since,
    of: (id) => [...before.of(id), ...since.of(id)],
    all: () => [...before.all(), ...since.all()],
  }
}

function speedFrom(minutes: readonly MinuteRow[], now: Date): Speed {
  const { firstTokenMs, tokensPerS, m30 } = windowsOf(minutes, now)
  return {
    firstTokenMs: percentileOf(firstTokenMs, 0.5),
    tokensPerS: percentileOf(tokensPerS, 0.5),
    uptime: uptimeOf(m30),
  }
}
