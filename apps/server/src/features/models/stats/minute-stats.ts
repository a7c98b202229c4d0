import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { merged, withSample } from '@gridloom/domain/models/histogram'
import type { Measurement } from './attempt.ts'
import type { MinuteRow } from './minute-stats-store.ts'

const minuteMs = 60_000

/** Per-minute stats of endpoints, in memory. */
export interface MinuteStats {
  /** Records an answer, or a failure (`null`), at this time. */
  record(endpointId: ModelEndpointId, measured: Measurement | null, now: Date): void
  add(rows: readonly MinuteRow[]): void
  of(endpointId: ModelEndpointId): MinuteRow[]
  all(): MinuteRow[]
  dropBefore(time: Date): void
}

export function createMinuteStats(): MinuteStats {
  const byEndpoint = new Map<ModelEndpointId, Map<number, MinuteRow>>()
  const put = (row: MinuteRow) => {
    const minutes = byEndpoint.get(row.endpoint_id) ?? new Map<number, MinuteRow>()
    byEndpoint.set(row.endpoint_id, minutes)
    const at = row.minute.getTime()
    const known = minutes.get(at)
    minutes.set(at, known === undefined ? row : sumOf(known, row))
  }
  return {
    record: (endpoint_id, measured, now) => put(rowOf(endpoint_id, measured, now)),
    add: (rows) => rows.forEach(put),
    of: (endpointId) => [...(byEndpoint.get(endpointId)?.values() ?? [])],
    all: () => [...byEndpoint.values()].flatMap((minutes) => [...minutes.values()]),
    dropBefore(time) {
      for (const [endpointId, minutes] of byEndpoint) {
        for (const at of minutes.keys()) if (at < time.getTime()) minutes.delete(at)
        if (minutes.size === 0) byEndpoint.delete(endpointId)
      }
    },
  }
}

function rowOf(endpoint_id: ModelEndpointId, measured: Measurement | null, now: Date): MinuteRow {
  const { firstTokenMs = null, tokensPerS = null } = measured ?? {}
  return {
    endpoint_id,
    minute: new Date(Math.floor(now.getTime() / minuteMs) * minuteMs),
    answered: measured === null ? 0 : 1,
    failed: measured === null ? 1 : 0,
    first_token_ms: firstTokenMs === null ? {} : withSample({}, firstTokenMs),
    tokens_per_s: tokensPerS === null ? {} : withSample({}, tokensPerS),
  }
}

function sumOf(one: MinuteRow, other: MinuteRow): MinuteRow {
  return {
    ...one,
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
    first_token_ms: merged([one.first_token_ms, other.first_token_ms]),
    tokens_per_s: merged([one.tokens_per_s, other.tokens_per_s]),
  }
}
