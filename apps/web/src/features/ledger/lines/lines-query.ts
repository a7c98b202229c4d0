import type { Client } from '@gridloom/client/calls'
import type { Granularity, LedgerLine } from '@gridloom/contract/ledger/line'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

const pageSize = 50

export interface LinesFilter {
  granularity: Granularity
  holds: boolean
}

/** Fetches lines newest first, page by page. */
export function linesQuery(client: Client, { granularity, holds }: LinesFilter) {
  const filter = { granularity, holds: holds ? 'true' : 'false', limit: pageSize } as const
  return infiniteQueryOptions({
    queryKey: keys.ledgerLines(filter),
    queryFn: ({ signal, pageParam: cursor }) =>
      client.ledger.lines({
        query: { ...filter, ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor: next }) => next,
  })
}

const firstPage: string | null = null
const spanMs = { hour: 3_600_000, day: 86_400_000 }
const detailsMax = 100

/** Fetches the newest transactions that a line sums. */
export function detailsQuery(client: Client, line: LedgerLine, span: 'hour' | 'day') {
  const { instance_id: instance, render_job_id: job, machine_id: machine, product } = line
  const query = {
    granularity: 'transaction',
    kind: line.kind,
    from: line.at,
    to: new Date(Date.parse(line.at) + spanMs[span]).toISOString(),
    limit: detailsMax,
    ...(product && { product }),
    ...(instance && { instance_id: instance }),
    ...(job && { render_job_id: job }),
    ...(line.volume_id && { volume_id: line.volume_id }),
    ...(line.reservation_id && { reservation_id: line.reservation_id }),
    ...(machine && { machine_id: machine }),
  } as const
  return queryOptions({
    queryKey: keys.ledgerLines(query),
    queryFn: ({ signal }) => client.ledger.lines({ query, signal }),
  })
}
