import type { StopFacts } from '@gridloom/domain/stop-rules'
import type { InstanceRow } from '../schema.ts'

/** The facts of a row that decide when a rule stops its instance. */
export function stopFactsOf(row: InstanceRow): StopFacts {
  return {
    stopAtMs: msOf(row.stop_at),
    stopAfterS: row.stop_after_s,
    idleMinutes: row.stop_idle?.minutes ?? null,
    scheduledStopMs: msOf(row.next_stop_at),
    runSinceMs: msOf(row.run_since),
    idleSinceMs: msOf(row.idle_since),
    sampledAtMs: msOf(row.sampled_at),
    connectedAtMs: msOf(row.connected_at),
    postponedUntilMs: msOf(row.stop_postponed_until),
  }
}

function msOf(at: Date | null): number | null {
  return at === null ? null : at.getTime()
}
