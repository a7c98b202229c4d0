import type { Clock } from '@gridloom/async/clock'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { Db } from '../../../platform/database/connect.ts'
import { listServedRows, type ServedFilter } from '../registry/endpoints-store.ts'
import type { ServedRow } from '../registry/served-row.ts'
import { listMinutes, sumCounts } from '../stats/minute-stats-store.ts'
import {
  mergeStats,
  metricsOf,
  type RollingStats,
  storedStats,
  windowStarts,
} from '../stats/rolling-stats.ts'
import type { ServedEndpoints } from '../sync/create-endpoints.ts'
import { endpointView } from './endpoint-view.ts'

/** Where endpoints and their metrics are read: the database, and what this replica has in memory. */
export interface EndpointsSource {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly endpoints: Pick<ServedEndpoints, 'stats' | 'reportOf'>
}

/** An endpoint with its measured stats. */
export interface ReadEndpoint {
  readonly row: ServedRow
  readonly stats: RollingStats
  readonly view: ModelEndpoint
}

/** Reads the endpoints of machines with the metrics of all replicas, in three queries for any number of them. */
export async function readEndpoints(
  { db, clock, endpoints }: EndpointsSource,
  { to, ...filter }: ServedFilter & { to: 'owner' | 'everyone' },
): Promise<ReadEndpoint[]> {
  const rows = await listServedRows(db, filter)
  const ids = rows.map(({ id }) => id)
  const now = clock.now()
  const from = windowStarts(now)
  const [minutes, counts] = await Promise.all([
    listMinutes(db, { ids, since: from.m30 }),
    sumCounts(db, { ids, ...from }),
  ])
  const minutesOf = Map.groupBy(minutes, (minute) => minute.endpoint_id)
  const countsOf = new Map(counts.map((one) => [one.endpoint_id, one]))
  return rows.map((row) => {
    const stored = storedStats(minutesOf.get(row.id) ?? [], countsOf.get(row.id), now)
    const stats = mergeStats([stored, endpoints.stats.unwritten(row.id, now)])
    const report = endpoints.reportOf(row.id)?.report ?? row.report
    return { row, stats, view: endpointView({ row, report, metrics: metricsOf(stats), to }) }
  })
}
